import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What the address of a socket may hold: 104 bytes with its end on macOS, 108 on Linux. */
const longestPath = 103

/** Where the server of a data folder listens for the back office: the same for everyone who asks. */
export function adminSocketPath(dataDir: string): string {
  const mark = createHash('sha256').update(dataDir).digest('hex').slice(0, 24)
  if (process.platform === 'win32') return `\\\\.\\pipe\\aitai-${mark}`
  const inFolder = join(dataDir, 'aitai.sock')
  return Buffer.byteLength(inFolder) <= longestPath ? inFolder : join(tmpdir(), `aitai-${mark}.sock`)
}
