import { readFileSync } from 'node:fs'
import { type EvidenceFault, type EvidenceKey, idOfKey } from '@aitai/contract/evidence/verify-evidence.ts'
import type { PublicEvidence } from '@aitai/contract/schemas/agreements.ts'
import { callerPath } from './caller-path.ts'
import { CommandFailed } from './command.ts'

/** Why a signed document is refused. */
export const evidenceFaultTexts: Readonly<Record<EvidenceFault, string>> = {
  UNREADABLE: 'is no signed document: it is not text in UTF-8, or not JSON.',
  FORMAT: 'is of a kind or version that this program does not know.',
  MEMBERS: 'has a member too many, too few, or with an impossible value.',
  NOT_CANONICAL: 'is not written as it was signed: something was added, removed or put in another order.',
  UNKNOWN_KEY: 'is signed with a key that is not known. Was the right public key given?',
  SIGNATURE: 'does not match its signature: it was changed, or somebody else has made it.',
  RETIRED_KEY: 'is from a time at which the key was no longer used.',
}

/** Reads a file of whoever calls. Throws CommandFailed if it cannot be read. */
export function readCallersFile(file: string): Buffer {
  try {
    return readFileSync(callerPath(file))
  } catch (error) {
    throw new CommandFailed(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/** The signed documents of a file, such as the text of a mail: its lines that are in braces. */
export function documentsIn(file: string): string[] {
  const lines = readCallersFile(file).toString('utf8').split(/\r?\n/)
  const found = lines.map((line) => line.trim()).filter((line) => line.startsWith('{') && line.endsWith('}'))
  if (found.length === 0)
    throw new CommandFailed(`${file} has no signed document: each is one line in braces.`)
  return found
}

/**
 * The public keys that were given: one in base64url, a file with one per line, or one with what the installation
 * shows at its public address. Throws CommandFailed if there is none.
 */
export async function publicKeysIn(given: string): Promise<EvidenceKey[]> {
  if ((await idOfKey(given)) !== null) return [{ publicKey: given, usedUntil: null }]
  const found = keysIn(readCallersFile(given).toString('utf8'))
  const isKey = await Promise.all(found.map(async ({ publicKey }) => (await idOfKey(publicKey)) !== null))
  const keys = found.filter((_, i) => isKey[i])
  if (keys.length === 0)
    throw new CommandFailed(
      `${given} is neither a public key (43 characters of base64url) nor a file with one.`,
    )
  return keys
}

function keysIn(text: string): readonly EvidenceKey[] {
  try {
    return (JSON.parse(text) as PublicEvidence).keys ?? []
  } catch {
    return text.split(/\s+/).map((publicKey) => ({ publicKey, usedUntil: null }))
  }
}
