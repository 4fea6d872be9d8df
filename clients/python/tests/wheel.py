"""What the built wheel holds, seen by a python that has nothing else but what the wheel needs.

python -I tests/wheel.py FOLDER VERSION
"""

import importlib.metadata
import importlib.resources
import re
import sys

FOLDER, VERSION = sys.argv[1:3]
sys.path.insert(0, FOLDER)

import judgment  # noqa: E402 - from the folder

assert judgment.__file__.startswith(FOLDER), judgment.__file__
described = importlib.metadata.metadata("judgment-service")
assert judgment.__version__ == described["Version"] == VERSION, (judgment.__version__, described["Version"])
needs = [one for one in described.get_all("Requires-Dist") or [] if "extra ==" not in one]
assert [re.split("[<>=]", one)[0] for one in needs] == ["httpx"], needs
assert importlib.resources.files("judgment").joinpath("py.typed").is_file()
with judgment.Client("https://judge.example.com/v1", "jk_1") as client:
    assert callable(client.namespace("a").judgments.get("late").calibration_labels)
try:
    judgment.to_dataframe([])
except ImportError as error:
    assert "judgment-service[pandas]" in str(error), error
else:
    raise AssertionError("an environment without pandas has pandas")
print("the wheel", judgment.__version__, "is whole")
