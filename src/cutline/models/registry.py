"""The captioners by name. A model's file is loaded when the model is asked for."""

from __future__ import annotations

import dataclasses
import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin, get_type_hints

from cutline.core.errors import UsageError, near_names

if TYPE_CHECKING:
    from cutline.models.learner import Learner
    from cutline.models.vocabulary import Vocabulary

#: What a config is given as: its class, the name of a preset, or fields beside a `preset`.
ConfigLike = Any


@dataclass(frozen=True)
class ModelKind:
    """A kind of captioner.

    Args:
        name: what it is called.
        module: the file in `cutline.models` that has it.
        class_name: the captioner's class; that of its config has `Config` behind it.
        summary: one line for people who meet it for the first time.
        writes: whether it can write captions; one that only ranks them cannot.
        needs: arguments that `build` must be given beside the usual ones.
    """

    name: str
    module: str
    class_name: str
    summary: str
    writes: bool = True
    needs: tuple[str, ...] = ()

    @property
    def model(self) -> type[Learner]:
        """The captioner's class."""
        found: type[Learner] = getattr(self._loaded(), self.class_name)
        return found

    @property
    def config(self) -> Any:
        """The class of its config, a frozen dataclass with `presets`."""
        return getattr(self._loaded(), f"{self.class_name}Config")

    def _loaded(self) -> Any:
        return importlib.import_module(f"cutline.models.{self.module}")

    def config_of(self, given: ConfigLike = None) -> Any:
        """The config of this model from a preset's name, from fields, or as it is.

        Raises:
            UsageError: for an unknown preset or field, or a value that it cannot have.
        """
        cls = self.config
        if isinstance(given, cls):
            return given
        if given is None or isinstance(given, str):
            return self._preset(given)
        if not isinstance(given, Mapping):
            raise UsageError(
                f"{self.name}: a config is a preset or fields, not {type(given).__name__}"
            )
        fields = dict(given)
        start = self._preset(fields.pop("preset", None))
        hints = get_type_hints(cls)
        names = [field.name for field in dataclasses.fields(cls)]
        for key, value in fields.items():
            if key not in names:
                raise UsageError(
                    f"{self.name} has no size {key!r}{near_names(key, names)}; "
                    f"it has: {', '.join(names)}"
                )
            fields[key] = _fitting(self.name, key, value, hints[key])
            _check_range(self.name, key, fields[key])
        return dataclasses.replace(start, **fields)

    def _preset(self, name: str | None) -> Any:
        presets = self.config.presets
        if name is None:
            return self.config()
        if name not in presets:
            raise UsageError(
                f"{self.name} has no preset {name!r}{near_names(name, presets)}; "
                f"it has: {', '.join(presets)}"
            )
        return presets[name]


def _fitting(model: str, key: str, value: Any, hint: Any) -> Any:
    if get_origin(hint) is Literal:
        if value not in get_args(hint):
            near = near_names(str(value), get_args(hint))
            raise UsageError(
                f"{model}: {key} is one of {', '.join(get_args(hint))}, not {value!r}{near}"
            )
        return value
    if hint is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if isinstance(hint, type) and type(value) is not hint:
        kinds = {int: "a whole number", float: "a number", bool: "true or false", str: "a text"}
        raise UsageError(f"{model}: {key} is {kinds.get(hint, hint.__name__)}, not {value!r}")
    return value


def _check_range(model: str, key: str, value: Any) -> None:
    """Refuse sizes of nothing, and shares that are none."""
    if type(value) is int and value < 1:
        raise UsageError(f"{model}: {key} is {value}, expected at least 1")
    if not isinstance(value, float):
        return
    if key == "dropout" and not 0 <= value < 1:
        raise UsageError(f"{model}: dropout is {value}, expected a share from 0 and below 1")
    if key == "least_score" and not 0 <= value <= 1:
        raise UsageError(f"{model}: least_score is {value}, expected a number from 0 to 1")
    if not 0 <= value < float("inf"):
        raise UsageError(f"{model}: {key} is {value}, expected a number from 0")


_KINDS = (
    ModelKind(
        "show-attend-tell",
        "show_attend_tell",
        "ShowAttendTell",
        "soft attention over a grid, each cell looked at once in all",
    ),
    ModelKind("up-down", "up_down", "UpDown", "one LSTM decides where to look, one what to say"),
    ModelKind(
        "up-down-embed",
        "up_down",
        "UpDown",
        "Up-Down with frozen word vectors, tied as input and output",
        needs=("vectors",),
    ),
    ModelKind("butr", "butr", "Butr", "captions and their ranking, learnt together"),
    ModelKind("vse", "vse", "Vse", "ranks captions of images, writes none", writes=False),
    ModelKind(
        "neural-baby-talk",
        "baby_talk",
        "BabyTalk",
        "templates with slots that a detector's regions fill",
        needs=("classes",),
    ),
    ModelKind(
        "dnoc", "dnoc", "Dnoc", "placeholders that an object memory fills", needs=("classes",)
    ),
)

#: All models by name.
MODELS: dict[str, ModelKind] = {kind.name: kind for kind in _KINDS}


def model_kind(name: str) -> ModelKind:
    """The model of that name.

    Raises:
        UsageError: when there is none; the text offers near names.
    """
    if name not in MODELS:
        raise UsageError(
            f"no model is named {name!r}{near_names(name, MODELS)}; there are: {', '.join(MODELS)}"
        )
    return MODELS[name]


def build(
    name: str,
    config: ConfigLike,
    vocabulary: Vocabulary,
    feature_size: int,
    **arguments: Any,
) -> Learner:
    """A new model.

    Args:
        name: one of `MODELS`.
        config: an object of its config class, the name of a preset, or fields, among which
            `preset` may be one.
        vocabulary: its words.
        feature_size: the size of a region's vector.
        arguments: what the model takes beside, as the `vectors` of `up-down-embed`.

    Raises:
        UsageError: for an unknown model, preset or size, or when an argument is missing.
    """
    kind = model_kind(name)
    missing = [one for one in kind.needs if arguments.get(one) is None]
    if missing:
        raise UsageError(f"{name} needs {', '.join(missing)}")
    if isinstance(arguments.get("classes"), Mapping):  # as a file has them
        from cutline.models.class_words import ClassWords

        arguments["classes"] = ClassWords.from_plain(arguments["classes"])
    cls: Any = kind.model
    model: Learner = cls(vocabulary, feature_size, kind.config_of(config), **arguments)
    return model
