import { readFileSync } from 'node:fs'
import { ConfigError } from '../config-values.ts'
import { hostUrls } from '../host-urls.ts'

/** Throws ConfigError if a file of certificates that the URL names cannot be read. The driver would quote its code. */
export function checkTlsFiles(databaseUrl: string): void {
  const { searchParams } = new URL(hostUrls(databaseUrl)[0] ?? databaseUrl)
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
    const file = searchParams.get(name)
    if (file !== null && !isReadable(file))
      throw new ConfigError(
        `DATABASE_URL names a file that cannot be read: ${name}=${file}. Correct the path, or its owner and mode`,
      )
  }
}

function isReadable(file: string): boolean {
  try {
    readFileSync(file)
    return true
  } catch {
    return false
  }
}
