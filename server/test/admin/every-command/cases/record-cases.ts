import { join } from 'node:path'
import { type CasesOf, onlyCommand, shownBy } from '../command-case.ts'
import { requestsExplanation } from '../command-channels.ts'
import { type CommandScene, reason } from '../command-scene.ts'

/** 18 November 2026 in Tokyo, in milliseconds UTC. */
const period = { from: Date.UTC(2026, 10, 17, 15), to: Date.UTC(2026, 10, 18, 15) }
const onConsole = { from: '2026-11-18', to: '2026-11-18' }

const exporting = (scene: CommandScene, format: 'csv' | 'json') => ({
  args: { ...period, format, reason, file: join(scene.desk.folder, `export-${scene.next()}`) },
  call: { name: 'exportAuditTrail', body: { ...onConsole, format, reason } },
})

const withoutArguments = { by: 'operations', prepare: async () => onlyCommand({}) } as const

type RecordCommand =
  | 'outbox'
  | 'policy-reports'
  | 'status'
  | 'replay verify'
  | 'audit export'
  | 'audit search'
  | 'audit verify'
  | 'evidence head'
  | 'evidence keys'
  | 'backup'
  | 'after-restore'
  | 'secret rotate'
  | 'secret lost'
  | 'doctor'
  | 'approvals'
  | 'approve'
  | 'reject'

/** Messages, the audit trail, the installation and approvals. */
export const recordCases: CasesOf<RecordCommand> = {
  outbox: [
    {
      form: 'reading only',
      by: 'compliance',
      prepare: async () => ({ args: { unsent: true }, call: { name: 'operationsOutbox' } }),
    },
    { by: 'support', prepare: async () => onlyCommand({}) },
  ],
  'policy-reports': [{ by: 'compliance', prepare: shownBy('operationsPolicyReports') }],
  status: [{ by: 'support', prepare: shownBy('operationsToday') }],
  'replay verify': [withoutArguments],
  'audit export': [
    {
      by: 'compliance',
      outcome: 'APPROVAL_NEEDED',
      prepare: async (scene) => exporting(scene, 'csv'),
      alters: async (_, scene) => exporting(scene, 'json'),
    },
  ],
  'audit search': [
    {
      by: 'compliance',
      async prepare(scene) {
        const about = { action: 'userAdded', subject: (await scene.trader()).email }
        return {
          args: { ...period, ...about },
          call: { name: 'searchAuditTrail', body: { ...onConsole, ...about } },
        }
      },
    },
  ],
  'audit verify': [{ by: 'compliance', prepare: shownBy('verifyAuditTrail') }],
  'evidence head': [withoutArguments],
  'evidence keys': [withoutArguments],
  backup: [
    {
      by: 'operations',
      prepare: async (scene) =>
        onlyCommand({ to: join(scene.desk.folder, `backup-${scene.next()}`), recipients: [] }),
    },
  ],
  'after-restore': [
    { by: 'administrator', outcome: 'SERVER_RUNS', prepare: async () => onlyCommand({ reason }) },
  ],
  // It would replace the secrets of the server of the tests.
  'secret rotate': [
    {
      by: 'administrator',
      outcome: 'INVALID',
      prepare: async () => onlyCommand({ secret: 'peer' as const, reason: '' }),
    },
  ],
  'secret lost': [
    { by: 'administrator', outcome: 'SERVER_RUNS', prepare: async () => onlyCommand({ reason }) },
  ],
  doctor: [withoutArguments],
  approvals: [{ by: 'operations', prepare: shownBy('operationsApprovals') }],
  approve: [
    {
      by: 'compliance',
      async prepare(scene) {
        const id = await requestsExplanation(scene)
        return { args: { id }, call: { name: 'approveRequest', body: { id } } }
      },
    },
  ],
  reject: [
    {
      by: 'compliance',
      async prepare(scene) {
        const given = { id: await requestsExplanation(scene), reason: 'not before the close' }
        return { args: given, call: { name: 'rejectRequest', body: given } }
      },
    },
  ],
}
