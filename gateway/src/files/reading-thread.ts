import { parentPort, workerData } from 'node:worker_threads'
import { prepareFile } from '@aitai/contract/bulk-file/bulk-file.ts'
import { decodeText } from '@aitai/contract/bulk-file/text-encoding.ts'
import type { ReadingRequest, ReadingResult } from './file-reading.ts'

const { bytes, equities } = workerData as ReadingRequest

function read(): ReadingResult {
  const text = decodeText(bytes)
  return text === null ? { errorCode: 'FILE_UNREADABLE' } : prepareFile(text, equities)
}

parentPort?.postMessage(read())
