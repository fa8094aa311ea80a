import { agreementReceipt, publicEvidence } from '@aitai/contract/routes/agreements.ts'
import type { AppContext } from '../context.ts'
import { Unavailable } from '../errors.ts'
import { isKeyInUse, readDigests, readEvidenceKeys } from '../evidence/evidence-keys.ts'
import { notFound } from '../http/failures.ts'
import { receiptFor } from '../market/receipts.ts'
import { serve } from './serve.ts'

/** What outsiders verify receipts and chains with (docs/decisions/0151-signed-evidence.md). */
export function evidenceCalls(app: AppContext): void {
  const { config, database, now, signer, reference, history } = app

  serve(app, publicEvidence, async () => ({
    installation: config.publicUrl,
    keys: (await readEvidenceKeys(database)).map((key) => ({
      keyId: key.key_id,
      publicKey: key.public_key,
      usedFrom: key.used_from,
      usedUntil: key.used_until,
    })),
    digests: await readDigests(database, now()),
  }))

  serve(app, agreementReceipt, async ({ connectionAgreementId }, { userId, brokerId }) => {
    const locate = await history.locateOfAgreement(connectionAgreementId)
    const receipt = locate && receiptFor({ userId, brokerId }, locate, reference.names(), config.publicUrl)
    // Not-found for an agreement of others too, so that its existence does not leak.
    if (!receipt) throw notFound()
    if (!(await isKeyInUse(database, signer, Date.parse(receipt.agreedAt))))
      throw new Unavailable('the evidence key was replaced after this process was started: restart it')
    return { receipt: signer.sign(receipt) }
  })
}
