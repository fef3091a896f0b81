// Runs a graph model with TensorFlow.js itself, so that a converted one can be compared with it.
//
//   node original.js MODULES MODEL WORK BACKEND
//
// MODULES: the folder node_modules that has TensorFlow.js; MODEL: the path of model.json;
// WORK: a folder with task.json, {"outputs": [...], "pictures": [{"file", "height", "width"}]},
// and the pictures' bytes; a file PICTURE.NUMBER is written there for each output, as float32.
// With "score" in place of "outputs" the model is given to the package coco-ssd, and PICTURE.json
// has the objects that it sees and is so sure of; BACKEND: wasm or cpu.

const fs = require('fs');
const path = require('path');

const [modules, model, work, backend] = process.argv.slice(2);
const load = (name) => require(path.join(modules, '@tensorflow', name));
// Node's own fetch would be asked for the wasm file, which is on the disk.
delete globalThis.fetch;
const core = load('tfjs-core');
const converter = load('tfjs-converter');
load('tfjs-backend-cpu');
const wasm = load('tfjs-backend-wasm');

function fromDisk() {
  const description = JSON.parse(fs.readFileSync(model, 'utf8'));
  const groups = description.weightsManifest;
  const shards = groups.flatMap((group) => group.paths);
  const bytes = Buffer.concat(
    shards.map((name) => fs.readFileSync(path.join(path.dirname(model), name))));
  return {
    modelTopology: description.modelTopology,
    weightSpecs: groups.flatMap((group) => group.weights),
    weightData: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength),
  };
}

async function detectAll(graph, task) {
  const {ObjectDetection} = require(path.join(modules, '@tensorflow-models', 'coco-ssd'));
  const detection = new ObjectDetection('lite_mobilenet_v2');
  detection.model = graph;
  for (const {file, height, width} of task.pictures) {
    const pixels = new Uint8Array(fs.readFileSync(path.join(work, file)));
    const picture = core.tensor3d(pixels, [height, width, 3], 'int32');
    const objects = await detection.detect(picture, 20, task.score);
    fs.writeFileSync(path.join(work, `${file}.json`), JSON.stringify(objects));
    picture.dispose();
  }
}

async function main() {
  wasm.setWasmPaths(path.join(modules, '@tensorflow', 'tfjs-backend-wasm', 'wasm-out') + path.sep);
  if (!(await core.setBackend(backend))) {
    throw new Error(`there is no backend ${backend}`);
  }
  const graph = await converter.loadGraphModel({load: async () => fromDisk()});
  const task = JSON.parse(fs.readFileSync(path.join(work, 'task.json'), 'utf8'));
  if (task.score !== undefined) {
    await detectAll(graph, task);
    return;
  }
  for (const {file, height, width} of task.pictures) {
    const pixels = new Uint8Array(fs.readFileSync(path.join(work, file)));
    const batch = core.tensor4d(pixels, [1, height, width, 3], 'int32');
    const results = await graph.executeAsync(batch, task.outputs);
    for (const [number, result] of results.entries()) {
      const values = await result.data();
      fs.writeFileSync(path.join(work, `${file}.${number}`), Buffer.from(values.buffer,
        values.byteOffset, values.byteLength));
      result.dispose();
    }
    batch.dispose();
  }
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
