import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A socket path may have 104 bytes including the terminating NUL on macOS, 108 on Linux. */
const maxPathBytes = 103

/** The path of the admin socket of a data folder. Server and command line compute the same path. */
export function adminSocketPath(dataDir: string): string {
  const folderHash = createHash('sha256').update(dataDir).digest('hex').slice(0, 24)
  if (process.platform === 'win32') return `\\\\.\\pipe\\aitai-${folderHash}`
  const inFolder = join(dataDir, 'aitai.sock')
  return Buffer.byteLength(inFolder) <= maxPathBytes ? inFolder : join(tmpdir(), `aitai-${folderHash}.sock`)
}
