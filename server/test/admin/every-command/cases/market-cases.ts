import { type CasesOf, type CommandCase, type ConsoleCall, onlyCommand, shownBy } from '../command-case.ts'
import { type CommandScene, reason } from '../command-scene.ts'

type Halting = 'halt' | 'resume'

const calls = { halt: 'haltTarget', resume: 'resumeTarget' } as const

/** A halt or resume of a new institution. */
const ofFirm = (name: Halting): CommandCase<Halting> => ({
  by: 'operations',
  async prepare(scene) {
    const firm = await scene.firm()
    if (name === 'resume') await scene.does('halt', { firm, reason })
    const call: ConsoleCall = { name: calls[name], body: { what: 'FIRM', name: firm, reason } }
    return { args: { firm, reason }, call }
  },
})

/** A halt or resume of a security in which nothing else is done. */
const ofSecurity = (name: Halting): CommandCase<Halting> => ({
  by: 'operations',
  async prepare(scene) {
    const security = '9984.T'
    await scene.does(name === 'resume' ? 'halt' : 'resume', { security, reason })
    const call: ConsoleCall = { name: calls[name], body: { what: 'SECURITY', name: security, reason } }
    return { args: { security, reason }, call }
  },
  undo: (scene) => scene.does('resume', { security: '9984.T', reason }),
})

const opened = (scene: CommandScene): Promise<void> => scene.does('platform open', { reason })
const closed = (scene: CommandScene): Promise<void> => scene.does('platform close', { reason })

const ofPlatform = (name: 'haltTarget' | 'resumeTarget') => ({
  args: { reason },
  call: { name, body: { what: 'PLATFORM', reason } },
})

type MarketCommand =
  | Halting
  | 'platform open'
  | 'platform close'
  | 'halts'
  | 'impact'
  | 'rating show'
  | 'advert list'
  | 'advert cancel'
  | 'explain match'
  | 'surveillance'

/** Halts, and what is shown of the market. */
export const marketCases: CasesOf<MarketCommand> = {
  'platform open': [
    {
      by: 'operations',
      outcome: 'APPROVAL_NEEDED',
      async prepare(scene) {
        await closed(scene)
        return ofPlatform('resumeTarget')
      },
      // Its only argument is the reason, and the one that was approved is recorded.
      alters: async () => null,
      undo: opened,
    },
    {
      by: 'operations',
      async prepare(scene) {
        await opened(scene)
        return ofPlatform('resumeTarget')
      },
    },
  ],
  'platform close': [{ by: 'operations', prepare: async () => ofPlatform('haltTarget'), undo: opened }],
  halt: [ofFirm('halt'), ofSecurity('halt')],
  resume: [ofFirm('resume'), ofSecurity('resume')],
  halts: [{ by: 'administrator', prepare: shownBy('operationsHalts') }],
  impact: [
    {
      by: 'support',
      prepare: async (scene) => onlyCommand({ firm: await scene.firm(), reason }),
    },
  ],
  'rating show': [
    {
      by: 'compliance',
      async prepare(scene) {
        const { email, userId } = await scene.trader()
        return { args: { email }, call: { name: 'showRating', body: { userId } } }
      },
    },
  ],
  'advert list': [
    {
      by: 'support',
      outcome: 'APPROVAL_NEEDED',
      prepare: async (scene) => onlyCommand({ firm: await scene.firm(), reason }),
      alters: async (_, scene) => onlyCommand({ firm: await scene.firm(), reason }),
    },
  ],
  'advert cancel': [
    {
      by: 'operations',
      prepare: async (scene) => onlyCommand({ advert: await scene.advert(), reason }),
    },
  ],
  'explain match': [
    {
      by: 'support',
      outcome: 'APPROVAL_NEEDED',
      async prepare(scene) {
        const { alders: a, birchs: b } = scene.resting
        return onlyCommand({ a, b, at: scene.desk.clock.now() - scene.next(), reason })
      },
      alters: async ({ args: { a, b } }, { desk }) =>
        onlyCommand({ a: b, b: a, at: desk.clock.now(), reason }),
    },
  ],
  surveillance: [
    {
      by: 'compliance',
      prepare: async () => ({
        // 18 November 2026, in days since 1970.
        args: { day: 20_775, reason },
        call: { name: 'viewSurveillance', body: { day: '2026-11-18', reason } },
      }),
    },
  ],
}
