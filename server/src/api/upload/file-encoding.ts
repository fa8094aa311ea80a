import { decodeText } from '@aitai/contract/bulk-file/text-encoding.ts'
import { failed } from '../../http/failures.ts'

/** Decodes an uploaded file with `decodeText`. Throws 400 for another encoding (docs/rules.md §18). */
export function decodeUploadedFile(bytes: Buffer): string {
  const text = decodeText(bytes)
  if (text === null) throw failed(400, 'FILE_UNREADABLE')
  return text
}
