import type { Generated } from 'kysely'

export interface EvidenceTables {
  evidence_key: EvidenceKeyTable
  evidence_head: EvidenceHeadTable
}

/**
 * A public key of the installation, with which evidence for outsiders is verified
 * (docs/decisions/0151-signed-evidence.md).
 */
export interface EvidenceKeyTable {
  key_id: string
  /** 32 bytes in base64url. */
  public_key: string
  used_from: number
  /** Null while it is used. */
  used_until: number | null
}

/** Signed ends of both chains. */
export interface EvidenceHeadTable {
  id: Generated<number>
  at: number
  /** The day after whose close they were made, since 1970-01-01 in Tokyo; null for those that an operator made. */
  day: number | null
  /** The texts of the heads. */
  journal: string
  audit: string
  /** The text of the public digest of a day's heads; null for those that an operator made. */
  digest: string | null
}
