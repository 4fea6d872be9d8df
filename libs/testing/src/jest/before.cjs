const { leavings, propertiesOf, registries } = require('./leavings.cjs');

/** The worker as a file found it: taken before the file runs, put back after it. */
class Before {
  constructor() {
    this.known = new Map();
    this.#watch([...leavings, ...registries().map(propertiesOf)]);
  }

  restore() {
    for (const [kind, known] of this.known) {
      for (const [key, value] of changesOf(kind, kind.read(), known)) kind.write(key, value);
    }
  }

  /** Runs what may change the worker for good: its changes count as found. */
  keeping(change) {
    const found = [...this.known.keys()].map((kind) => [kind, kind.read()]);
    const registered = new Set(registries());
    try {
      return change();
    } finally {
      for (const [kind, before] of found) this.#adopt(kind, changesOf(kind, before, kind.read()));
      const isNew = (one) => !registered.has(one);
      this.#watch(registries().filter(isNew).map(propertiesOf));
    }
  }

  #watch(kinds) {
    for (const kind of kinds) this.known.set(kind, kind.read());
  }

  #adopt(kind, changes) {
    for (const [key, value] of changes) {
      if (value === undefined) this.known.get(kind).delete(key);
      else this.known.get(kind).set(key, value);
    }
  }
}

/** Each key whose value is not the same in both, with the second's value. */
function changesOf(kind, from, to) {
  const keys = new Set([...from.keys(), ...to.keys()]);
  return [...keys].filter((key) => !kind.isSame(from.get(key), to.get(key))).map((key) => [key, to.get(key)]);
}

module.exports = { Before };
