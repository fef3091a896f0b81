// One function for each file of this folder: it adds that file's names to the module.
#pragma once

#include <nanobind/nanobind.h>

namespace cutline::bindings {

void register_text(nanobind::module_ &module);
void register_metrics(nanobind::module_ &module);
void register_keys(nanobind::module_ &module);
void register_meteor(nanobind::module_ &module);
void register_scene(nanobind::module_ &module);
void register_lists(nanobind::module_ &module);
void register_json(nanobind::module_ &module);
void register_parse(nanobind::module_ &module);
void register_resample(nanobind::module_ &module);

} // namespace cutline::bindings
