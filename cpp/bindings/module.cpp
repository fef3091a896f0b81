// The module that Python imports.
#include "register.hpp"

NB_MODULE(_kernels, module) {
    using namespace cutline::bindings;
    module.doc() = "Cutline's compiled kernels.";
    register_text(module);
    register_metrics(module);
    register_keys(module);
    register_meteor(module);
    register_scene(module);
    register_lists(module);
    register_json(module);
    register_parse(module);
    register_resample(module);
}
