import type { StaffGrant } from '@aitai/contract/codes.ts'
import type { AdminCommandArgs } from '../../../../src/admin/command-arguments.ts'
import { userIdOf } from '../../../support/account-fixtures.ts'
import {
  type CasesOf,
  type CommandCase,
  type CommandRequest,
  onlyCommand,
  sameInput,
  shownBy,
} from '../command-case.ts'
import { type CommandScene, reason, type SceneUser } from '../command-scene.ts'

const ofMembers = { form: 'of members', by: 'support' } as const
const ofStaff = { form: 'of staff', by: 'administrator' } as const
const waits = { outcome: 'APPROVAL_NEEDED' } as const
const asked = { firstName: 'Aoi', lastName: 'Mori', reason } as const

type UserAction =
  | 'user disable'
  | 'user enable'
  | 'user reset'
  | 'user unlock'
  | 'user erase'
  | 'user authenticators'
  | 'user sessions'
  | 'user change'

interface Action {
  /** The call of the console; null for none. */
  readonly call: string | null
  /** The arguments beside the user and the reason, with a number that nothing else has. */
  readonly more?: (number: number) => object
  /** What of it the console's call does not say, because it is the call itself. */
  readonly implied?: string
  readonly before?: (scene: CommandScene, user: SceneUser) => Promise<void>
}

/** A command about a member. */
const aboutMember = <N extends UserAction>(action: Action): CommandCase<N> => ({
  ...ofMembers,
  ...acting<N>(action, (scene) => scene.trader()),
})

/** A command about a colleague. */
const aboutColleague = <N extends UserAction>(
  action: Action,
  grants: readonly StaffGrant[] = ['support'],
): CommandCase<N> => ({ ...ofStaff, ...acting<N>(action, (scene) => scene.colleague(...grants)) })

function acting<N extends UserAction>(
  { call, more, implied = '', before }: Action,
  of: (scene: CommandScene) => Promise<SceneUser>,
): Pick<CommandCase<N>, 'prepare' | 'alters'> {
  const request = ({ email, userId }: SceneUser, scene: CommandScene): CommandRequest<N> => {
    const given: Record<string, unknown> = { reason, ...more?.(scene.next()) }
    const { [implied]: _, ...sent } = given
    return {
      args: { email, ...given } as unknown as AdminCommandArgs<N>,
      call: call === null ? null : { name: call, body: { userId, ...sent } },
    }
  }
  const prepare = async (scene: CommandScene): Promise<CommandRequest<N>> => {
    const user = await of(scene)
    await before?.(scene, user)
    return request(user, scene)
  }
  return {
    prepare,
    // The same user with something else, or another user where there is nothing else.
    async alters({ args: { email } }, scene) {
      if (more === undefined || implied !== '') return await prepare(scene)
      return request({ email, userId: await userIdOf(scene.desk, email) }, scene)
    },
  }
}

const disabled = (scene: CommandScene, { email }: SceneUser): Promise<void> =>
  scene.does('user disable', { email, reason })
const signedIn = async (scene: CommandScene, { email }: SceneUser): Promise<void> => {
  await scene.desk.person(email).signsIn()
}

const endingSessions: Action = { call: 'signOutUser', more: () => ({ end: true }), implied: 'end' }
const removingFactors: Action = {
  call: 'removeSecondFactors',
  more: () => ({ remove: true }),
  implied: 'remove',
}

/** What the page of a user shows. */
const ofUserPage = async (scene: CommandScene) => {
  const { email, userId } = await scene.trader()
  return { args: { email }, call: { name: 'operationsUser', params: { userId } } }
}

const reading = { form: 'reading only', by: 'compliance', prepare: ofUserPage } as const

const ofUser = ({ email }: SceneUser) => ({ email, reason })

/** A change of a grant of somebody who has some already, and of another one in another request. */
const ofGrant = (
  name: string,
  has: readonly StaffGrant[],
  [first, other]: readonly [StaffGrant, StaffGrant],
): CommandCase<'user grant' | 'user revoke'> => {
  const request = ({ email, userId }: SceneUser, grant: StaffGrant) => ({
    args: { email, grant, reason },
    call: { name, body: { userId, grant, reason } },
  })
  return {
    by: 'administrator',
    ...waits,
    prepare: async (scene) => request(await scene.colleague(...has), first),
    alters: async ({ args: { email } }, { desk }) =>
      request({ email, userId: await userIdOf(desk, email) }, other),
  }
}

type UserCommand =
  | UserAction
  | 'user add'
  | 'user list'
  | 'user show'
  | 'user export'
  | 'user grant'
  | 'user revoke'

/** A new trader with an address in a domain that nobody has. */
const ofAnotherDomain = (scene: CommandScene) =>
  sameInput(
    { email: `aoi@elsewhere${scene.next()}.example`, role: 'TRADER', firm: 'Alder', ...asked },
    'addUser',
  )

/** Users of institutions and brokers, and those of staff. */
export const userCases: CasesOf<UserCommand> = {
  'user add': [
    {
      ...ofMembers,
      async prepare(scene) {
        const email = `added${scene.next()}@alder.example`
        return sameInput({ email, role: 'TRADER', firm: 'Alder', ...asked }, 'addUser')
      },
    },
    {
      ...ofMembers,
      async prepare(scene) {
        const email = `added${scene.next()}@hinoki.example`
        const phone = '+819012345678'
        return sameInput(
          { email, role: 'BROKER', broker: 'Hinoki', phone, language: 'ja', ...asked },
          'addUser',
        )
      },
    },
    {
      ...ofMembers,
      ...waits,
      prepare: async (scene) => ofAnotherDomain(scene),
      alters: async (_, scene) => ofAnotherDomain(scene),
    },
    {
      ...ofStaff,
      prepare: async (scene) =>
        sameInput({ email: `added${scene.next()}@aitai.example`, role: 'STAFF', ...asked }, 'addUser'),
    },
  ],
  'user list': [{ by: 'operations', prepare: shownBy('operationsUsers') }],
  'user show': [{ by: 'operations', prepare: ofUserPage }],
  'user export': [
    {
      by: 'compliance',
      ...waits,
      prepare: async (scene) => onlyCommand(ofUser(await scene.trader())),
      alters: async (_, scene) => onlyCommand(ofUser(await scene.trader())),
    },
  ],
  'user erase': [
    aboutMember({ call: null, before: disabled }),
    aboutColleague({ call: null, before: disabled }, []),
  ],
  'user disable': [
    aboutMember({ call: 'disableUser', before: signedIn }),
    aboutColleague({ call: 'disableUser', before: signedIn }),
  ],
  'user enable': [
    aboutMember({ call: 'enableUser', before: disabled }),
    { ...aboutColleague({ call: 'enableUser', before: disabled }), ...waits },
  ],
  'user reset': [
    aboutMember({ call: 'resetUser', before: signedIn }),
    { ...aboutColleague({ call: 'resetUser' }), ...waits },
  ],
  'user unlock': [aboutMember({ call: 'unlockUser' }), aboutColleague({ call: 'unlockUser' })],
  'user sessions': [
    reading,
    aboutMember({ ...endingSessions, before: signedIn }),
    aboutColleague({ ...endingSessions, before: signedIn }),
  ],
  'user authenticators': [
    reading,
    aboutMember(removingFactors),
    { ...aboutColleague(removingFactors), ...waits },
  ],
  'user change': [
    aboutMember({ call: 'changeUser', more: (n) => ({ language: 'ja', lastName: `Ito ${n}` }) }),
    {
      ...aboutMember({ call: 'changeUser', more: (n) => ({ newEmail: `moved${n}@alder.example` }) }),
      ...waits,
    },
    {
      ...aboutMember({ call: 'changeUser', more: (n) => ({ deskHead: true, lastName: `Ito ${n}` }) }),
      ...waits,
    },
    aboutColleague({ call: 'changeUser', more: (n) => ({ firstName: `Mika ${n}` }) }),
    {
      ...aboutColleague({ call: 'changeUser', more: (n) => ({ phone: `+81901111${1_000 + n}` }) }),
      ...waits,
    },
  ],
  'user grant': [ofGrant('addGrant', [], ['operations', 'compliance'])],
  'user revoke': [ofGrant('revokeGrant', ['operations', 'support'], ['operations', 'support'])],
}
