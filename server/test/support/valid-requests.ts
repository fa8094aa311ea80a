import type { Subject } from '@aitai/contract/routes/audiences.ts'
import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { TraderDefaults } from '@aitai/contract/schemas/preferences.ts'
import { yen } from '@aitai/engine/model/price.ts'
import { noProbingLimits } from '../../../engine/test/test-limits.ts'
import { secondFactorRequests } from '../accounts/second-factor-requests.ts'
import { approvalRequests } from './console/approval-requests.ts'
import { complianceRequests } from './console/compliance-requests.ts'
import { consoleRequests } from './console/user-requests.ts'
import { loadWatchlist } from './journeys.ts'
import { startServerWithSubjects } from './subjects.ts'
import type { TestServer } from './test-server.ts'
import { password, submissionBody, type TestUser } from './test-user.ts'
import { until } from './until.ts'

/** A request that is answered with 200. */
export interface ValidRequest {
  readonly by: TestUser
  readonly params?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** The text of a file. */
  readonly file?: string
}

export const newPassword = 'another way over the bridge'

/** A server with a user of every audience, a second institution, and unused securities. */
export class RequestFixture {
  readonly desk: TestServer
  readonly people: Readonly<Record<Subject, TestUser>>
  readonly birch: TestUser
  readonly #rics: string[]
  #newcomers = 0

  constructor(desk: TestServer, people: Readonly<Record<Subject, TestUser>>, birch: TestUser) {
    this.desk = desk
    this.people = people
    this.birch = birch
    this.#rics = desk.app.reference.names().listed.map(({ security }) => security.ric)
  }

  get alder(): TestUser {
    return this.people.trader
  }

  ric(): string {
    const ric = this.#rics.shift()
    if (!ric) throw new Error('every security has been used')
    return ric
  }

  /** A new user, signed in, whose session no other request needs. */
  async newcomer(): Promise<TestUser> {
    this.#newcomers += 1
    const email = `newcomer${this.#newcomers}@aitai.example`
    await this.desk.addUser({ email, role: 'STAFF' })
    return this.desk.person(email).signsIn()
  }

  /** Waits until the pending sweeps are done and every sent advert is live. */
  async rests(): Promise<void> {
    await until('the market to rest', () =>
      this.desk.app.market.read(({ adverts }) =>
        [...adverts.values()].every(({ advertisementStatus }) => advertisementStatus !== 'SENT'),
      ),
    )
  }

  /** A sent advert of Alder's. */
  async sent(terms: { direction?: 'BUY' | 'SELL' } = {}) {
    const draft = await this.alder.drafts(this.ric())
    const body = { ...submissionBody(draft), ...terms }
    const { id } = await this.alder.callsOk<Advert>('/advert/submit-advert', { body })
    await this.rests()
    return this.alder.advert(id)
  }

  /** Declines all open locates: a trader with two open locates matches nobody else (docs/rules.md §3). */
  async #closes(): Promise<void> {
    for (const trader of [this.alder, this.birch])
      for (const locate of await trader.locates())
        if (locate.outcome === null && locate.answer === null) await trader.declines(locate)
  }

  /** A locate of Alder, who buys, and Birch, who sells a part of that. */
  async located(): Promise<{ alders: LocateNotification; birchs: LocateNotification }> {
    await this.#closes()
    const ric = this.ric()
    const draft = await this.alder.drafts(ric)
    const wanted = { shareQuantity: draft.shareQuantity * 4, minimumQuantity: 10 }
    const { id } = await this.alder.callsOk<{ id: string }>('/advert/submit-advert', {
      body: { ...submissionBody(draft), ...wanted },
    })
    const contra = await this.birch.advertises('SELL', ric, draft.shareQuantity)
    return { alders: await this.alder.isLocated(id), birchs: await this.birch.isLocated(contra.id) }
  }

  /** An agreement as the executing broker sees it, and the locate it came from. */
  async agreed(): Promise<{ agreement: ConnectionAgreement; locate: LocateNotification; broker: TestUser }> {
    const { alders, birchs } = await this.located()
    await this.alder.accepts(alders)
    await this.birch.accepts(birchs)
    const { broker } = this.people
    const agreement = await until('the agreement', async () =>
      (await broker.agreements()).find((each) => each.securityUUID === alders.securityId),
    )
    return { agreement, locate: alders, broker }
  }

  /** The match of a pattern in the newest message to a recipient, or an empty text. */
  async newestIn(recipient: string, what: RegExp): Promise<string> {
    return what.exec(await this.desk.newestMessage(recipient))?.[1] ?? ''
  }
}

/** The feed handler's quotes: everything trades at its close. */
export function quotesOf(desk: TestServer) {
  const time = new Date(desk.clock.now()).toISOString()
  const quotes = desk.app.reference.names().listed.map(({ security: { ric, closePrice } }) => {
    const close = closePrice / yen
    // A spread of 0.2 %, narrow enough to match at any price.
    const [bid, ask] = [9_990, 10_010].map((part) => Math.round(close * part) / 10_000)
    return { ric, time, bid, ask, last: close }
  })
  return { quotes, usdJpy: 150 }
}

/** Every audience's user, with one broker for all, and both traders present. */
export async function startRequestFixture(): Promise<RequestFixture> {
  // Open locates are declined again and again, which would use up the budgets of failures.
  const { desk, people } = await startServerWithSubjects({
    brokers: ['Hinoki'],
    quotes: 'as configured',
    limits: { probing: noProbingLimits },
  })
  await people.feed.callsOk('/feed/quotes', { body: quotesOf(desk) })
  const birch = await desk.trader('birch')
  await people.trader.connects()
  await birch.connects()
  const isPresent = () =>
    desk.app.market.read(({ traders }) => [...traders.values()].filter(({ present }) => present).length === 2)
  await until('both to be there', isPresent)
  return new RequestFixture(desk, people, birch)
}

const ofAdvert =
  (prepare: (scene: RequestFixture) => Promise<{ id: string }>, name = 'id') =>
  async (scene: RequestFixture): Promise<ValidRequest> => ({
    by: scene.alder,
    params: { [name]: (await prepare(scene)).id },
  })

const aboutSecurity = (scene: RequestFixture): ValidRequest => ({
  by: scene.alder,
  params: { securityId: scene.desk.securityId('7203.T') },
})
const answering = async (scene: RequestFixture): Promise<ValidRequest> => {
  const { locateNotificationId, direction } = (await scene.located()).alders
  return { by: scene.alder, body: { locationNotificationId: locateNotificationId, direction } }
}

async function executing(scene: RequestFixture): Promise<ValidRequest> {
  const { agreement, broker } = await scene.agreed()
  return { by: broker, body: { connectionAgreementId: agreement.connectionAgreementId, buyStatus: true } }
}

async function reporting(scene: RequestFixture) {
  const { agreement, broker } = await scene.agreed()
  return { by: broker, body: { connectionAgreementId: agreement.connectionAgreementId, sides: ['BUY'] } }
}

async function executionReport(scene: RequestFixture) {
  const { agreement, broker } = await scene.agreed()
  const { connectionAgreementId, locationQuantity: quantity, midPrice: price, locateTime } = agreement
  return { by: broker, body: { connectionAgreementId, quantity, price, executedAt: locateTime } }
}

/** Reports an execution, and returns it as the broker sees it. */
async function reportedExecution(broker: TestUser, body: unknown) {
  const path = '/connection-agreement/broker-execution-report'
  const [execution] = (await broker.callsOk<ConnectionAgreement>(path, { body })).executions
  if (!execution) throw new Error('the execution was not reported')
  return execution
}

async function defaultsOf({ alder }: RequestFixture): Promise<TraderDefaults> {
  const defaults = await alder.callsOk<TraderDefaults>('/user-defaults/get-trader-defaults')
  const advertPreferences = { ...defaults.advertPreferences, credibilityHurdle: 21 }
  const [id = ''] = await brokersOf(alder)
  const pathPreferences = { ranked: false, brokers: [{ id, brokerName: '', shortName: '' }] }
  return { ...defaults, advertPreferences, pathPreferences }
}

const brokersOf = async (trader: TestUser): Promise<string[]> =>
  (await trader.callsOk<{ brokerID: string }[]>('/broker/user-brokers-list')).map(({ brokerID }) => brokerID)

async function resetTokenOf(scene: RequestFixture, { email }: TestUser): Promise<string> {
  await scene.people.anonymous.callsOk(`/password/forgot-password/${email}`)
  return scene.newestIn(email, /resetToken=([\w-]+)/)
}

const halting = { what: 'SECURITY', name: '9984.T', reason: 'asked by the exchange' }
const haltOf = ({ people }: RequestFixture): ValidRequest => ({ by: people.operations, body: halting })

const byDeskHead = ({ people }: RequestFixture): ValidRequest => ({ by: people.deskHead })
const byTrader = ({ alder }: RequestFixture): ValidRequest => ({ by: alder })

/** A valid request to each call, by the call's name. */
export const validRequests: Readonly<
  Record<string, (scene: RequestFixture) => ValidRequest | Promise<ValidRequest>>
> = {
  login: async (scene) => {
    const { email } = await scene.newcomer()
    return { by: scene.people.anonymous, body: { email, password } }
  },
  credentialLogin: async ({ desk, people }) => {
    const { email } = people.omsBroker
    const credential = await desk.issuesCredential({ broker: 'Hinoki', users: [email] })
    return { by: people.anonymous, body: { email, credential } }
  },
  logout: async (scene) => ({ by: await scene.newcomer() }),
  myDetails: byTrader,
  ioiCounts: byTrader,
  credibilityLedger: byTrader,
  snapshotKey: byTrader,
  twoFactorOptions: ({ people: { twoFactor } }) => ({ by: twoFactor }),
  requestTwoFactor: ({ people: { twoFactor } }) => ({ by: twoFactor }),
  verifyTwoFactor: async (scene) => {
    const otp = await scene.newestIn('+815012345678', /(\d{6})/)
    return { by: scene.people.twoFactor, body: { otp } }
  },
  updateTempPassword: ({ people: { firstLogin } }) => ({
    by: firstLogin,
    body: { password: newPassword, passwordConfirmation: newPassword },
  }),
  updatePassword: async (scene) => ({
    by: await scene.newcomer(),
    body: { oldPassword: password, password: newPassword, passwordConfirmation: newPassword },
  }),
  accountSecurity: ({ people: { broker } }) => ({ by: broker }),
  ...secondFactorRequests,
  endOthers: ({ people: { broker } }) => ({ by: broker }),
  forgotPassword: ({ people: { anonymous }, birch }) => ({ by: anonymous, params: { email: birch.email } }),
  passwordResetTokenStatus: async (scene) => ({
    by: scene.people.anonymous,
    params: { resetToken: await resetTokenOf(scene, await scene.newcomer()) },
  }),
  sendResetLink: ({ people: { anonymous }, birch }) => ({ by: anonymous, body: { email: birch.email } }),
  checkResetToken: async (scene) => ({
    by: scene.people.anonymous,
    body: { resetToken: await resetTokenOf(scene, await scene.newcomer()) },
  }),
  resetPassword: async (scene) => ({
    by: scene.people.anonymous,
    body: {
      password: newPassword,
      confirmPassword: newPassword,
      resetToken: await resetTokenOf(scene, await scene.newcomer()),
    },
  }),
  contactAccountManager: byTrader,
  getEquities: byTrader,
  userBrokersList: byTrader,
  getPlatformHours: aboutSecurity,
  getQuote: aboutSecurity,
  getBars: (scene) => ({
    by: scene.alder,
    params: { securityId: scene.desk.securityId('7203.T'), day: 'today' },
  }),
  getPastBars: (scene) => ({
    by: scene.alder,
    params: { securityId: scene.desk.securityId('7203.T'), day: 'today' },
  }),
  webVersion: ({ people: { anonymous } }) => ({ by: anonymous }),
  notifications: byTrader,
  advertList: byTrader,
  createAdvert: (scene) => ({ by: scene.alder, body: { securityId: scene.desk.securityId(scene.ric()) } }),
  submitAdvert: async (scene) => ({
    by: scene.alder,
    body: submissionBody(await scene.alder.drafts(scene.ric())),
  }),
  modifyAdvert: async (scene) => {
    const advert = await scene.sent()
    return { by: scene.alder, body: { ...submissionBody(advert), shareQuantity: advert.shareQuantity * 2 } }
  },
  pauseAdvert: ofAdvert((scene) => scene.sent()),
  whyNotMatching: ofAdvert((scene) => scene.sent()),
  resumeAdvert: ofAdvert(async (scene) => {
    const { id } = await scene.sent()
    return scene.alder.callsOk<{ id: string }>(`/advert/pause-advert/${id}`)
  }),
  cancelAdvert: ofAdvert((scene) => scene.sent()),
  pauseAllAdverts: (scene) => ({ by: scene.alder, body: {} }),
  resumeAllAdverts: (scene) => ({ by: scene.alder, body: {} }),
  cancelAllAdverts: (scene) => ({ by: scene.alder, body: {} }),
  deskAdverts: byDeskHead,
  deskLimits: byDeskHead,
  deskOpenInterest: byDeskHead,
  deskExposure: (scene) => ({ ...byDeskHead(scene), params: { period: '2026-11-18' } }),
  pauseDeskAdverts: (scene) => ({ ...byDeskHead(scene), body: {} }),
  resumeDeskAdverts: (scene) => ({ ...byDeskHead(scene), body: {} }),
  cancelDeskAdverts: (scene) => ({ ...byDeskHead(scene), body: {} }),
  createResidualAdvertisement: ofAdvert(async (scene) => {
    const { locate } = await scene.agreed()
    return { id: locate.advertisementId }
  }, 'advertId'),
  bulkUploadAdverts: (scene) => ({
    by: scene.alder,
    file: `ric,direction,shareQuantity\n${scene.desk.securityId(scene.ric())},BUY,100000\n`,
  }),
  prepareRestore: async (scene) => ({ by: scene.alder, body: [await scene.alder.drafts(scene.ric())] }),
  getTraderDefaults: byTrader,
  setTraderDefaults: async (scene) => ({ by: scene.alder, body: await defaultsOf(scene) }),
  setAdvertPrefDefaults: async (scene) => ({
    by: scene.alder,
    body: (await defaultsOf(scene)).advertPreferences,
  }),
  setBrokerDefaults: async ({ alder }) => ({
    by: alder,
    body: { brokerIds: await brokersOf(alder), ranked: true },
  }),
  getSavedConditions: byTrader,
  saveConditions: async (scene) => ({
    by: scene.alder,
    body: { name: 'Small caps', replaces: null, conditions: await defaultsOf(scene) },
  }),
  deleteConditions: ({ alder }) => ({ by: alder, body: { name: 'Small caps' } }),
  getWatchlist: byTrader,
  setWatchlist: async ({ alder, desk }) => ({
    by: alder,
    body: { ...(await loadWatchlist(alder)), securityIds: [desk.securityId('7203.T')] },
  }),
  listLocateNotifications: byTrader,
  advertEvents: ofAdvert((scene) => scene.sent()),
  pastDays: byTrader,
  costAnalysis: ({ alder }) => ({ by: alder, params: { period: '2026-11-18' } }),
  ownExposure: ({ alder }) => ({ by: alder, params: { period: '2026-11-18' } }),
  pastDay: ({ alder }) => ({ by: alder, params: { day: '2026-11-18' } }),
  connectAcceptance: answering,
  connectRejection: answering,
  connectBroker: async (scene) => {
    const { connectionAgreementId } = (await scene.agreed()).agreement
    return { by: scene.alder, body: { connectAgreementId: connectionAgreementId } }
  },
  operationsToday: ({ people }) => ({ by: people.compliance }),
  operationsHalts: ({ people }) => ({ by: people.support }),
  operationsSecurity: ({ people }) => ({ by: people.operations, params: { ric: '7203.T' } }),
  haltTarget: haltOf,
  resumeTarget: haltOf,
  ...consoleRequests,
  ...complianceRequests,
  ...approvalRequests,
  agreementReceipt: async (scene) => {
    const { connectionAgreementId } = (await scene.agreed()).agreement
    return { by: scene.alder, params: { connectionAgreementId } }
  },
  publicEvidence: ({ people: { anonymous } }) => ({ by: anonymous }),
  ingestQuotes: ({ desk, people: { feed } }) => ({ by: feed, body: quotesOf(desk) }),
  brokerUserExecutionListing: ({ people: { broker } }) => ({ by: broker }),
  brokerExecutionConfirmation: executing,
  brokerExecutionUndo: async (scene) => {
    const report = await executing(scene)
    const { body } = report
    await report.by.callsOk('/connection-agreement/broker-execution-confirmation', { body })
    return report
  },
  brokerNotExecutedReport: reporting,
  brokerNotExecutedWithdrawal: async (scene) => {
    const { by, body } = await reporting(scene)
    await by.callsOk('/connection-agreement/broker-not-executed-report', { body })
    const { connectionAgreementId } = body
    return { by, body: { connectionAgreementId } }
  },
  brokerExecutionReport: executionReport,
  brokerExecutionCorrection: async (scene) => {
    const { by, body } = await executionReport(scene)
    const { executionId } = await reportedExecution(by, body)
    return { by, body: { ...body, quantity: body.quantity / 2, executionId } }
  },
  brokerExecutionWithdrawal: async (scene) => {
    const { by, body } = await executionReport(scene)
    const { executionId } = await reportedExecution(by, body)
    return { by, body: { connectionAgreementId: body.connectionAgreementId, executionId } }
  },
}
