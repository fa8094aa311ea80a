import { newSecrets } from '../../../src/accounts/installation-secrets.ts'
import { readSecretsFile, replaceSecretsFile } from '../../../src/accounts/secrets-file.ts'
import { giveUpLostSecretOf, type LossReport } from '../../../src/admin/secrets/lost-secret.ts'
import { openDatabase } from '../../../src/database/open-database.ts'
import { adminContextOn } from '../admin-context.ts'
import type { TestServer } from '../test-server.ts'

export const lossReason = 'the disk of the secrets file is lost'

/** Stops the server and loses its DATA_SECRET, of which the file has another one then. */
export async function losesSecret({ app, running }: TestServer): Promise<void> {
  const { secretsFile } = app.config
  await running.stop()
  replaceSecretsFile(secretsFile, {
    ...readSecretsFile(secretsFile),
    DATA_SECRET: newSecrets().DATA_SECRET ?? '',
  })
}

/** Runs the command on the data of the stopped server. */
export async function givesUp({ app, folder }: TestServer, confirmed: boolean): Promise<LossReport> {
  const { db, close } = await openDatabase({ dataDir: folder, databaseUrl: null })
  try {
    const reply = await giveUpLostSecretOf(app.config, adminContextOn(db), { reason: lossReason, confirmed })
    if ('refusal' in reply) throw new Error(reply.refusal.message)
    return reply.result as LossReport
  } finally {
    await close()
  }
}
