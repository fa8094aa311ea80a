import { Worker } from 'node:worker_threads'
import type { prepareFile } from '@aitai/contract/bulk-file/bulk-file.ts'
import type { FileFailure } from './row-text.ts'

/** What the thread is given. */
export interface ReadingRequest {
  readonly bytes: Uint8Array
  readonly equities: Parameters<typeof prepareFile>[1]
}

/** A file as it is posted, or why it is refused as a whole. */
export type ReadingResult = ReturnType<typeof prepareFile> | FileFailure

/**
 * Reads a file as the desk does, in a thread of its own: a file that was made for it takes more than a second, and the
 * sessions of other institutions would stand still for so long.
 */
export async function readBulkFile(
  bytes: Buffer,
  equities: ReadingRequest['equities'],
): Promise<ReadingResult> {
  const workerData: ReadingRequest = {
    bytes,
    equities: equities.map(({ ric, equityId }) => ({ ric, equityId })),
  }
  const thread = new Worker(new URL('reading-thread.ts', import.meta.url), { workerData })
  return await new Promise<ReadingResult>((resolve, reject) => {
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', (code) => reject(new Error(`the reading of a file ended with ${code}`)))
  })
}
