import { sha256 } from '@aitai/engine/matching/sha256.ts'

/**
 * The key of what this browser stores for one user, also while another one is signed in. A hash, so that whoever uses
 * the browser next does not find a list of its users' addresses.
 */
export const userEntry = (name: string, email: string): string =>
  `${name}:${sha256(encodeURIComponent(email)).slice(0, 32)}`
