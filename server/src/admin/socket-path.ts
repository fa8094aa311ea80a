import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { ConfigError } from '../config.ts'

/** A socket path may have 104 bytes including the terminating NUL on macOS, 108 on Linux. */
const maxPathBytes = 103

/**
 * The path of the admin socket of a data folder. Server and command line compute the same path. For a folder whose path
 * is too long it is in the user's runtime folder, which nobody else can write to, unlike the system's temporary one:
 * there another user could occupy the path, so that the server does not start. Throws ConfigError without such a
 * folder.
 */
export function adminSocketPath(dataDir: string, { XDG_RUNTIME_DIR } = process.env): string {
  const folderHash = createHash('sha256').update(dataDir).digest('hex').slice(0, 24)
  if (process.platform === 'win32') return `\\\\.\\pipe\\aitai-${folderHash}`
  const inRuntimeFolder = XDG_RUNTIME_DIR ? [join(XDG_RUNTIME_DIR, `aitai-${folderHash}.sock`)] : []
  const path = [join(dataDir, 'aitai.sock'), ...inRuntimeFolder].find(
    (each) => Buffer.byteLength(each) <= maxPathBytes,
  )
  if (path === undefined)
    throw new ConfigError(
      `DATA_DIR has more than ${maxPathBytes - '/aitai.sock'.length} bytes, too many for a socket in it: choose a shorter one, or set XDG_RUNTIME_DIR for the server and for aitai`,
    )
  return path
}
