import { readFileSync } from 'node:fs'

const read = (file: string): string => readFileSync(new URL(`certificates/${file}`, import.meta.url), 'utf8')

/**
 * Certificates for tests, issued by an authority whose key is deleted: `gateway` for 127.0.0.1, `alder` and `birch`
 * for counterparties, all valid until 2099, and `expired`, which was valid for a day in 2020.
 */
export const certificateOf = (name: 'gateway' | 'alder' | 'birch' | 'expired') => ({
  key: read(`${name}.key`),
  cert: read(`${name}.pem`),
})

export const testAuthority = read('authority.pem')
