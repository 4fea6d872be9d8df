"""The version of this package: that of the service that it came with, as Python writes versions."""

__version__ = "0.1.0"
