import { type CasesOf, type CommandCase, onlyCommand } from '../command-case.ts'
import { type CommandScene, reason } from '../command-scene.ts'

/** A provider beside which there is no other way to sign in. */
async function newProvider(scene: CommandScene) {
  const firm = await scene.firm()
  const domain = `firm${scene.next()}.example`
  return {
    firm,
    issuer: `https://sign-in.${domain}`,
    clientId: 'aitai',
    clientSecret: 'a secret of the provider',
    domains: [domain],
    reason,
  }
}

const credentialOf = async (scene: CommandScene, form: 'of members' | 'of staff') =>
  form === 'of staff'
    ? { staff: true, users: [(await scene.colleague('operations')).email], networks: [], reason }
    : { firm: 'Alder', users: [(await scene.trader()).email], networks: [], note: 'desk 2', reason }

const managers = { 'of members': 'support', 'of staff': 'administrator' } as const

const addsCredential = (form: 'of members' | 'of staff'): CommandCase<'credential add'> => ({
  form,
  by: managers[form],
  outcome: 'APPROVAL_NEEDED',
  prepare: async (scene) => onlyCommand(await credentialOf(scene, form)),
  alters: async (_, scene) => onlyCommand(await credentialOf(scene, form)),
})

const revokesCredential = (form: 'of members' | 'of staff'): CommandCase<'credential revoke'> => ({
  form,
  by: managers[form],
  async prepare(scene) {
    const { id } = await scene.shows<{ id: string }>('credential add', await credentialOf(scene, form))
    return onlyCommand({ id, reason })
  },
})

type AccountCommand =
  | 'sign-on set'
  | 'sign-on list'
  | 'sign-on remove'
  | 'staff show'
  | 'staff change'
  | 'credential add'
  | 'credential list'
  | 'credential revoke'

/** How people sign in. */
export const accountCases: CasesOf<AccountCommand> = {
  'sign-on set': [
    {
      by: 'administrator',
      outcome: 'APPROVAL_NEEDED',
      isRepeatable: true,
      prepare: async (scene) => onlyCommand(await newProvider(scene)),
      alters: async ({ args }) => onlyCommand({ ...args, othersAllowed: true }),
    },
  ],
  'sign-on list': [{ by: 'support', prepare: async () => onlyCommand({}) }],
  'sign-on remove': [
    {
      by: 'administrator',
      outcome: 'APPROVAL_NEEDED',
      async prepare(scene) {
        const provider = await newProvider(scene)
        await scene.does('sign-on set', provider)
        return onlyCommand({ firm: provider.firm, reason })
      },
      async alters(_, scene) {
        const provider = await newProvider(scene)
        await scene.does('sign-on set', provider)
        return onlyCommand({ firm: provider.firm, reason })
      },
    },
  ],
  'staff show': [{ by: 'operations', prepare: async () => onlyCommand({}) }],
  'staff change': [
    {
      by: 'administrator',
      prepare: async () => onlyCommand({ requiredFactor: 'any' as const, reason }),
    },
    {
      by: 'administrator',
      outcome: 'APPROVAL_NEEDED',
      async prepare(scene) {
        await scene.does('staff change', { requiredFactor: 'passkey', reason })
        return onlyCommand({ requiredFactor: 'any' as const, reason })
      },
      // There is no other requirement that would be weaker.
      alters: async () => null,
      undo: (scene) => scene.does('staff change', { requiredFactor: 'any', reason }),
    },
  ],
  'credential add': [addsCredential('of members'), addsCredential('of staff')],
  'credential list': [{ by: 'compliance', prepare: async () => onlyCommand({}) }],
  'credential revoke': [revokesCredential('of members'), revokesCredential('of staff')],
}
