/** Keys that encrypt columns, and the same keys encrypted with the secrets of the installation. */
export interface DataKeyTables {
  data_key: DataKeyTable
  data_key_wrap: DataKeyWrapTable
}

interface DataKeyTable {
  id: string
  /** A KeyPurpose. */
  purpose: string
  /** Since when it encrypts, in milliseconds UTC; unique for its purpose. */
  usable_from: number
  /** When its wrappings were deleted, in milliseconds UTC: what it has encrypted is lost. */
  destroyed_at: number | null
}

/** A data key encrypted with one secret. During a rotation there is one for each secret. */
interface DataKeyWrapTable {
  key_id: string
  /** Identifies the secret and reveals nothing about it. */
  wrapped_by: string
  wrapped: string
}
