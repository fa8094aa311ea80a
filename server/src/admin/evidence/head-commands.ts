import { isoTime } from '@aitai/engine/calendar/iso-times.ts'
import { openSecrets } from '../../accounts/installation-secrets.ts'
import { type Config, readConfig } from '../../config.ts'
import { listEvidenceKey, readEvidenceKeys } from '../../evidence/evidence-keys.ts'
import { evidenceSigner } from '../../evidence/evidence-signer.ts'
import {
  type AdminContext,
  type AdminReply,
  adminRefusal,
  adminResult,
  configRefusal,
  recordAdminEvent,
} from '../admin-context.ts'
import { RetiredSigner, signHeads, storeHeads, UnsignableChain } from './chain-heads.ts'

/** What `aitai evidence head` prints as JSON. */
export interface HeadsMade {
  /** The texts of the signed heads. */
  readonly journal: string
  readonly audit: string
  /** Whether they are also sent to compliance. */
  readonly mailed: boolean
}

/** Signs the ends of both chains now, stores them and sends them to compliance. They are not published. */
export const makeHeads = (admin: AdminContext): Promise<AdminReply> =>
  makeHeadsOf(readConfig(process.env), admin)

export async function makeHeadsOf(
  config: Pick<Config, 'secretsFile' | 'secrets' | 'databaseUrl' | 'publicUrl' | 'compliance'>,
  admin: AdminContext,
): Promise<AdminReply> {
  const { db, now } = admin
  const { publicUrl, compliance } = config
  const at = now()
  try {
    const signer = evidenceSigner(openSecrets(config).of.evidence)
    // A running server lists its own key when it starts, with the overlap that its restart needs.
    const isListed = (await readEvidenceKeys(db)).some(({ key_id }) => key_id === signer.keyId)
    if (!isListed && admin.running !== null) return restartFirst
    if (!isListed) await listEvidenceKey(db, signer, at, 0)
    const context = { db, signer, publicUrl, compliance, productName: await admin.productName() }
    const heads = await signHeads(context, at)
    await db.transaction().execute(async (trx) => {
      await storeHeads(trx, context, heads, null, at)
      await recordAdminEvent(trx, admin, { action: 'headsSigned' })
    })
    return adminResult({ ...heads, mailed: compliance !== null } satisfies HeadsMade)
  } catch (error) {
    if (error instanceof RetiredSigner) return restartFirst
    if (error instanceof UnsignableChain) return adminRefusal('CHAIN', `${error.message} Nothing was signed.`)
    return configRefusal(error)
  }
}

/** Ending the key with which the servers still sign would make whatever they sign until then invalid. */
const restartFirst = adminRefusal(
  'RESTART',
  'The servers sign with another evidence key than that of this command: restart them after a rotation, or copy ' +
    'their secrets file to this machine. Nothing was signed.',
)

/** A public key, as `aitai evidence keys` prints it as JSON. */
export interface ListedKey {
  readonly keyId: string
  readonly publicKey: string
  /** ISO times; null while it is used. */
  readonly usedFrom: string
  readonly usedUntil: string | null
}

/** The public keys of the installation, the newest first. */
export async function listKeys({ db }: AdminContext): Promise<AdminReply> {
  const keys = await readEvidenceKeys(db)
  return adminResult(
    keys.map(
      ({ key_id, public_key, used_from, used_until }): ListedKey => ({
        keyId: key_id,
        publicKey: public_key,
        usedFrom: isoTime(used_from),
        usedUntil: isoTime(used_until),
      }),
    ),
  )
}
