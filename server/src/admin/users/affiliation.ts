import type { Role } from '@aitai/contract/codes.ts'

/** The role of a user, and whom the user belongs to. */
export interface Affiliation {
  readonly role: Role
  /** The institution of a trader, by its name. */
  readonly firm?: string
  /** The broker of a broker's user, by its short name. */
  readonly broker?: string
}

/** What is wrong with the combination of role, institution and broker, or null. */
export function affiliationFault({ role, firm, broker }: Affiliation): string | null {
  if (role === 'TRADER' && (firm === undefined || broker !== undefined))
    return 'A TRADER belongs to an institution: give --firm and no --broker.'
  if (role === 'BROKER' && (broker === undefined || firm !== undefined))
    return 'A BROKER belongs to a broker: give --broker and no --firm.'
  if (role === 'STAFF' && (firm !== undefined || broker !== undefined))
    return 'STAFF belong to the platform: give neither --firm nor --broker.'
  return null
}
