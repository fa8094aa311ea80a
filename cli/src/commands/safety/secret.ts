import type { LossReport } from '@aitai/server/admin/secrets/lost-secret.ts'
import { sendAdminCommand } from '../../admin-client.ts'
import { CommandFailed, command, UsageError } from '../../command.ts'
import { confirmOrAbort } from '../../confirmation.ts'
import { requiredReason, yesFlag } from '../../flags.ts'
import { counted } from '../../output.ts'

const secrets = ['peer', 'two-factor', 'fingerprint', 'snapshot', 'evidence', 'data', 'data-keys'] as const

export const secretCreate = command({
  name: 'secret create',
  summary: 'Create the file of secrets that all servers of a PostgreSQL share',
  flags: {},
  details:
    'Writes SECRETS_FILE, or secrets.env in DATA_DIR, with mode 0600. Nothing is overwritten. Copy it to every machine, for\n' +
    'the user that runs the server. With the embedded database the server creates it when it starts first.',
  async run() {
    const { readConfig } = await import('@aitai/server/config.ts')
    const { newSecrets } = await import('@aitai/server/accounts/installation-secrets.ts')
    const { createSecretsFile } = await import('@aitai/server/accounts/secrets-file.ts')
    const { secretsFile } = readConfig(process.env)
    try {
      createSecretsFile(secretsFile, newSecrets())
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EEXIST') throw new CommandFailed(`${secretsFile} exists. Nothing was changed.`)
      throw new CommandFailed(`${secretsFile} cannot be written (${code}).`)
    }
    return { result: { file: secretsFile }, text: `${secretsFile} is written.` }
  },
})

export const secretRotate = command({
  name: 'secret rotate',
  summary: 'Replace a secret in the file of this machine, or the data key',
  operand: secrets.join('|'),
  flags: { reason: requiredReason },
  details:
    'Takes effect with the next start. With several machines, copy the file to all of them, then restart one server after the\n' +
    'other within an hour: until then the peer secret before is accepted too. two-factor: codes that were sent and not entered\n' +
    'become invalid; keys of authenticator apps stay encrypted with the secret before, which stays in the file, until they are\n' +
    'used or the secret is rotated once more. fingerprint: entries of the audit trail before and after cannot be compared, and\n' +
    'networks count as usual again after the next log-in. snapshot: what browsers stored for a user is discarded. evidence:\n' +
    'give outsiders the new public key (aitai evidence keys); what was signed before stays valid. data: the data keys are\n' +
    'encrypted with the new secret as well; the one before stays in the file, for backups from before. data-keys: a new key in\n' +
    'the database encrypts phones, mails and replies from 2 minutes on, what is stored is encrypted again, and the key before\n' +
    'is destroyed after a day; nothing needs a restart. The audit trail records it.',
  async run({ reason }, named) {
    const secret = secrets.find((each) => each === named)
    if (!secret) throw new UsageError(`the secret must be one of ${secrets.join(', ')}`)
    const result = await sendAdminCommand('secret rotate', { secret, reason })
    if (secret === 'data-keys') {
      const { usableFrom } = result as { usableFrom: string }
      return { result, text: `The database has a new data key, which encrypts from ${usableFrom} on.` }
    }
    const { file, todo } = result as { file: string; todo: string }
    return { result, text: `${file} has a new ${secret} secret. ${todo}` }
  },
})

export const secretLost = command({
  name: 'secret lost',
  summary: 'Give up what a lost DATA_SECRET has encrypted, on a stopped server',
  flags: { reason: requiredReason, yes: yesFlag },
  details:
    'For a DATA_SECRET of which no copy is left. It says what nobody can read any more, asks, and makes new data keys: then\n' +
    'the server starts again. Telephone numbers have to be given again (user change --phone); messages that waited are given\n' +
    'up; passwords of agreements are shown as not readable; sign-in providers need their secret again (sign-on set). IOIs,\n' +
    'agreements and the audit trail are not encrypted and stay. A copy of the secret that is found later is of no use.\n' +
    'The audit trail records it.',
  async run({ reason, yes }) {
    if (!yes) await confirmOrAbort(`Lost for good: ${lossText((await give(reason, false)) as LossReport)}.`)
    const result = (await give(reason, true)) as LossReport
    const { needPhone } = result
    const notes = needPhone.map(
      (email) => `${email} gets no code until: aitai user change ${email} --phone NUMBER`,
    )
    return { result, text: `Given up: ${lossText(result)}. New data keys are made. Start the server.`, notes }
  },
})

const give = (reason: string, confirmed: boolean) => sendAdminCommand('secret lost', { reason, confirmed })

const lossText = (lost: LossReport): string =>
  [
    counted(lost.phones, 'telephone number'),
    counted(lost.waitingMessages, 'waiting message'),
    `${lost.storedReplies} stored replies`,
    `the passwords of ${counted(lost.agreements, 'agreement')}`,
    counted(lost.signInProviders, 'secret of a sign-in provider', 'secrets of sign-in providers'),
    counted(lost.openRequests, 'open request'),
  ].join(', ')
