import { keptMs, type ImportStore, type KeptBatch, type KeptImport } from './kept-import';

const [imports, batches] = ['imports', 'batches'];

/** Imports in the browser's own database. @throws DOMException where the browser has none, as in some private windows */
export async function openImportStore(nowMs: number, factory: IDBFactory = indexedDB): Promise<ImportStore> {
  const database = await openDatabase(factory);
  const store = new BrowserImports(database);
  for (const { id, beganMs } of await store.list()) if (nowMs - beganMs > keptMs) await store.remove(id);
  return store;
}

/** Imports until the page is left. */
export class MemoryImports implements ImportStore {
  private readonly imports = new Map<string, KeptImport>();
  private readonly batches = new Map<string, KeptBatch>();

  list(): Promise<KeptImport[]> {
    return Promise.resolve([...this.imports.values()].reverse());
  }

  put(kept: KeptImport, batch?: KeptBatch): Promise<void> {
    this.imports.set(kept.id, structuredClone(kept));
    if (batch) this.batches.set(`${batch.import} ${batch.number}`, structuredClone(batch));
    return Promise.resolve();
  }

  batch(id: string, number: number): Promise<KeptBatch | undefined> {
    return Promise.resolve(this.batches.get(`${id} ${number}`));
  }

  remove(id: string): Promise<void> {
    this.imports.delete(id);
    for (const key of this.batches.keys()) if (key.startsWith(`${id} `)) this.batches.delete(key);
    return Promise.resolve();
  }
}

class BrowserImports implements ImportStore {
  constructor(private readonly database: IDBDatabase) {}

  async list(): Promise<KeptImport[]> {
    const request = this.database.transaction(imports).objectStore(imports).getAll();
    const all = (await awaitResult(request)) as KeptImport[];
    return all.sort((a, b) => b.beganMs - a.beganMs);
  }

  put(kept: KeptImport, batch?: KeptBatch): Promise<void> {
    return this.change((transaction) => {
      transaction.objectStore(imports).put(kept);
      if (batch) transaction.objectStore(batches).put(batch);
    });
  }

  async batch(id: string, number: number): Promise<KeptBatch | undefined> {
    const request = this.database.transaction(batches).objectStore(batches).get([id, number]);
    return (await awaitResult(request)) as KeptBatch | undefined;
  }

  remove(id: string): Promise<void> {
    return this.change((transaction) => {
      transaction.objectStore(imports).delete(id);
      transaction.objectStore(batches).delete(IDBKeyRange.bound([id, 0], [id, Infinity]));
    });
  }

  private change(make: (transaction: IDBTransaction) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const transaction = this.database.transaction([imports, batches], 'readwrite');
      transaction.oncomplete = () => resolve();
      const fail = () => reject(transaction.error ?? new Error('The browser kept nothing.'));
      transaction.onabort = fail;
      transaction.onerror = fail;
      make(transaction);
    });
  }
}

function openDatabase(factory: IDBFactory): Promise<IDBDatabase> {
  const request = factory.open('judgment.imports', 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(imports, { keyPath: 'id' });
    request.result.createObjectStore(batches, { keyPath: ['import', 'number'] });
  };
  return awaitResult(request);
}

function awaitResult<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The browser kept nothing.'));
  });
}
