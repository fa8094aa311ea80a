import { type CasesOf, type CommandCase, sameInput, shownBy } from '../command-case.ts'
import { type CommandScene, reason } from '../command-scene.ts'

type FirmAction = 'firm disable' | 'firm enable'
type BrokerAction = 'broker disable' | 'broker enable'

const ofFirm = (name: string, before?: FirmAction): CommandCase<FirmAction> => ({
  by: 'operations',
  async prepare(scene) {
    const args = { firm: await scene.firm(), reason }
    if (before) await scene.does(before, args)
    return sameInput<FirmAction>(args, name)
  },
})

const ofBroker = (name: string, before?: BrokerAction): CommandCase<BrokerAction> => ({
  by: 'operations',
  async prepare(scene) {
    const args = { shortName: await scene.broker(), reason }
    if (before) await scene.does(before, args)
    return sameInput<BrokerAction>(args, name)
  },
})

const assignment = async (scene: CommandScene) => ({
  firm: await scene.firm(),
  shortName: await scene.broker(),
  reason,
})

type InstitutionCommand =
  | FirmAction
  | BrokerAction
  | 'firm add'
  | 'firm list'
  | 'firm change'
  | 'firm rename'
  | 'broker add'
  | 'broker list'
  | 'broker change'
  | 'broker assign'
  | 'broker unassign'

/** Institutions and brokers. */
export const institutionCases: CasesOf<InstitutionCommand> = {
  'firm add': [
    {
      by: 'operations',
      prepare: async (scene) => sameInput({ name: `Firm ${scene.next()}`, reason }, 'addFirm'),
    },
  ],
  'firm list': [{ by: 'compliance', prepare: shownBy('operationsInstitutions') }],
  'firm change': [
    {
      by: 'operations',
      prepare: async (scene) =>
        sameInput(
          {
            firm: await scene.firm(),
            largestNotional: 3_000_000_000,
            omsAnswers: true,
            affiliateGroup: 'Group',
            reason,
          },
          'changeFirm',
        ),
    },
    {
      by: 'operations',
      outcome: 'APPROVAL_NEEDED',
      async prepare(scene) {
        const firm = await scene.firm()
        await scene.does('firm change', { firm, largestNotional: 1_000_000_000, reason })
        return sameInput({ firm, largestNotional: 2_000_000_000, showsTraders: true, reason }, 'changeFirm')
      },
      alters: async ({ args }) => sameInput({ ...args, largestNotional: null }, 'changeFirm'),
    },
    {
      by: 'operations',
      outcome: 'APPROVAL_NEEDED',
      async prepare(scene) {
        const firm = await scene.firm()
        await scene.does('firm change', { firm, requiredFactor: 'passkey', reason })
        return sameInput({ firm, requiredFactor: 'any', reason }, 'changeFirm')
      },
      alters: async ({ args }) => sameInput({ ...args, omsAnswers: true }, 'changeFirm'),
    },
    {
      by: 'operations',
      outcome: 'APPROVAL_NEEDED',
      async prepare(scene) {
        const firm = await scene.firm()
        await scene.does('firm change', { firm, affiliateGroup: 'One house', reason })
        return sameInput({ firm, affiliateGroup: null, reason }, 'changeFirm')
      },
      alters: async ({ args }) => sameInput({ ...args, affiliateGroup: 'Another house' }, 'changeFirm'),
    },
  ],
  'firm rename': [
    {
      by: 'operations',
      prepare: async (scene) =>
        sameInput({ firm: await scene.firm(), to: `Renamed ${scene.next()}`, reason }, 'renameFirm'),
    },
  ],
  'firm disable': [ofFirm('disableFirm')],
  'firm enable': [ofFirm('enableFirm', 'firm disable')],
  'broker add': [
    {
      by: 'operations',
      async prepare(scene) {
        const shortName = `B${scene.next()}`
        return sameInput({ name: `Broker ${shortName}`, shortName, contact: 'desk 2', reason }, 'addBroker')
      },
    },
  ],
  'broker list': [{ by: 'support', prepare: shownBy('operationsInstitutions') }],
  'broker change': [
    {
      by: 'operations',
      prepare: async (scene) =>
        sameInput({ shortName: await scene.broker(), contact: 'desk 3', reason }, 'changeBroker'),
    },
    {
      by: 'operations',
      outcome: 'APPROVAL_NEEDED',
      async prepare(scene) {
        const shortName = await scene.broker()
        await scene.does('broker change', { shortName, requiredFactor: 'passkey', reason })
        return { args: { shortName, requiredFactor: 'any', reason }, call: null }
      },
      alters: async ({ args }) => ({ args: { ...args, contact: 'desk 4' }, call: null }),
    },
  ],
  'broker assign': [
    {
      by: 'operations',
      prepare: async (scene) => sameInput(await assignment(scene), 'assignBroker'),
    },
  ],
  'broker unassign': [
    {
      by: 'operations',
      async prepare(scene) {
        const args = await assignment(scene)
        await scene.does('broker assign', args)
        return sameInput(args, 'unassignBroker')
      },
    },
  ],
  'broker disable': [ofBroker('disableBroker')],
  'broker enable': [ofBroker('enableBroker', 'broker disable')],
}
