import type { EncryptedSnapshot, SnapshotStore } from './snapshots.ts'

const databaseName = 'aitai'
const storeName = 'snapshots'

/** A request of IndexedDB as a promise. */
const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: ['box', 'day'] })
  return answered(request)
}

async function inStore<T>(
  mode: IDBTransactionMode,
  request: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await opened()
  try {
    return await answered(request(database.transaction(storeName, mode).objectStore(storeName)))
  } finally {
    database.close()
  }
}

/** Snapshots in this browser's IndexedDB: local storage has too little room for days of 2,000 adverts. */
export const browserSnapshotStore: SnapshotStore = {
  put: async (snapshot) => void (await inStore('readwrite', (store) => store.put(snapshot))),
  all: () => inStore('readonly', (store) => store.getAll() as IDBRequest<EncryptedSnapshot[]>),
  remove: async (box, day) => void (await inStore('readwrite', (store) => store.delete([box, day]))),
}
