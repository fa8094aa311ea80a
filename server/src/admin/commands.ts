import type { AdminContext, AdminReply } from './admin-context.ts'
import { admitCommand } from './approvals/admission.ts'
import type { AdminCommandArgs, AdminCommandName } from './command-arguments.ts'

type Run<N extends AdminCommandName> = (admin: AdminContext, args: AdminCommandArgs<N>) => Promise<AdminReply>

/**
 * All admin commands. They run in a running server, over its socket, or directly on the data. Each loads only
 * what it needs, because an operator waits for it.
 */
const commands: { readonly [N in AdminCommandName]: () => Promise<Run<N>> } = {
  'firm add': async () => (await import('./firms.ts')).addFirm,
  'firm list': async () => (await import('./firms.ts')).listFirms,
  'firm change': async () => (await import('./firms.ts')).changeFirm,
  'firm rename': async () => (await import('./firm-rename.ts')).renameFirm,
  'firm disable': async () => (await import('./firms.ts')).disableFirm,
  'firm enable': async () => (await import('./firms.ts')).enableFirm,
  'broker add': async () => (await import('./brokers.ts')).addBroker,
  'broker list': async () => (await import('./brokers.ts')).listBrokers,
  'broker change': async () => (await import('./broker-change.ts')).changeBroker,
  'broker assign': async () => (await import('./brokers.ts')).assignBroker,
  'broker unassign': async () => (await import('./brokers.ts')).unassignBroker,
  'broker disable': async () => (await import('./brokers.ts')).disableBroker,
  'broker enable': async () => (await import('./brokers.ts')).enableBroker,
  'user add': async () => (await import('./users/users.ts')).addUser,
  'user list': async () => (await import('./users/users.ts')).listUsers,
  'user show': async () => (await import('./users/users.ts')).showUser,
  'user export': async () => (await import('./users/user-export.ts')).exportUser,
  'user erase': async () => (await import('./users/user-erasure.ts')).eraseUser,
  'user disable': async () => (await import('./users/user-changes.ts')).disableUser,
  'user enable': async () => (await import('./users/user-changes.ts')).enableUser,
  'user reset': async () => (await import('./users/user-changes.ts')).resetUser,
  'user unlock': async () => (await import('./users/user-access.ts')).unlockUser,
  'user sessions': async () => (await import('./users/user-access.ts')).userSessions,
  'user authenticators': async () => (await import('./users/user-authenticators.ts')).userAuthenticators,
  'user change': async () => (await import('./users/user-details.ts')).changeUser,
  'user grant': async () => (await import('./users/user-grants.ts')).addGrant,
  'user revoke': async () => (await import('./users/user-grants.ts')).revokeGrant,
  'sign-on set': async () => (await import('./users/sign-on.ts')).setProvider,
  'sign-on list': async () => (await import('./users/sign-on.ts')).listProviders,
  'sign-on remove': async () => (await import('./users/sign-on.ts')).removeProvider,
  'staff show': async () => (await import('./users/staff-sign-in.ts')).showStaff,
  'staff change': async () => (await import('./users/staff-sign-in.ts')).changeStaff,
  'credential add': async () => (await import('./credentials.ts')).addCredential,
  'credential list': async () => (await import('./credentials.ts')).listCredentials,
  'credential revoke': async () => (await import('./credentials.ts')).revokeCredential,
  'platform open': async () => (await import('./halts.ts')).openPlatform,
  'platform close': async () => (await import('./halts.ts')).closePlatform,
  halt: async () => (await import('./halts.ts')).haltTarget,
  resume: async () => (await import('./halts.ts')).resumeTarget,
  halts: async () => (await import('./halts.ts')).listHalts,
  impact: async () => (await import('./impact.ts')).showImpact,
  'rating show': async () => (await import('./users/user-rating.ts')).showRating,
  outbox: async () => (await import('./outbox-listing.ts')).readOutbox,
  'policy-reports': async () => (await import('./policy-report-listing.ts')).listPolicyReports,
  'equities import': async () => (await import('./reference/equity-import.ts')).importEquities,
  'holidays import': async () => (await import('./reference/holiday-import.ts')).importHolidays,
  'holidays list': async () => (await import('./reference/holiday-import.ts')).listHolidays,
  'hours set': async () => (await import('./reference/trading-hours.ts')).setHours,
  'hours show': async () => (await import('./reference/trading-hours.ts')).showHours,
  'venue show': async () => (await import('./reference/venue-changes.ts')).showVenue,
  'venue set': async () => (await import('./reference/venue-changes.ts')).setVenue,
  'venue schedule': async () => (await import('./reference/venue-changes.ts')).scheduleVenue,
  status: async () => (await import('./installation-status.ts')).showStatus,
  'replay verify': async () => (await import('./journal/replay-verification.ts')).verifyReplay,
  'advert list': async () => (await import('./adverts/adverts.ts')).listAdverts,
  'advert cancel': async () => (await import('./adverts/adverts.ts')).cancelAdvert,
  'audit export': async () => (await import('./audit/audit-export.ts')).exportAudit,
  'audit search': async () => (await import('./audit/audit-search.ts')).searchAudit,
  'audit verify': async () => (await import('./audit/audit-verification.ts')).verifyAudit,
  'evidence head': async () => (await import('./evidence/head-commands.ts')).makeHeads,
  'evidence keys': async () => (await import('./evidence/head-commands.ts')).listKeys,
  backup: async () => (await import('./backup/backup.ts')).takeBackup,
  'after-restore': async () => (await import('./backup/restored-access.ts')).finishRestore,
  'secret rotate': async () => (await import('./secret-rotation.ts')).rotateSecret,
  'secret lost': async () => (await import('./secrets/lost-secret.ts')).giveUpLostSecret,
  doctor: async () => (await import('./doctor/doctor.ts')).doctor,
  'explain match': async () => (await import('./journal/match-explanation.ts')).explainMatch,
  approvals: async () => (await import('./approvals/approval-list.ts')).listApprovals,
  // Its own grants and those of the requester are checked with the request.
  approve: async () => (await import('./approvals/decide-approval.ts')).approveWith(perform),
  reject: async () => (await import('./approvals/decide-approval.ts')).rejectRequest,
  surveillance: async () => (await import('./journal/surveillance.ts')).viewSurveillance,
}

/** They read the database, or examine or write files of the machine on which they are called. */
const anywhere: readonly AdminCommandName[] = [
  'status',
  'doctor',
  'backup',
  'outbox',
  'replay verify',
  'audit export',
  'audit search',
  'audit verify',
  'policy-reports',
  'evidence head',
  'evidence keys',
  'after-restore',
  'secret rotate',
  'secret lost',
  'approvals',
  'reject',
]

/** Whether a command need not run in the process that writes the journal, if several share the database. */
export const runsOnAnyProcess = (name: AdminCommandName): boolean => anywhere.includes(name)

/** Loads a command before the data is opened, because the data is locked for everybody else until it is closed. */
export const loadAdminCommand = <N extends AdminCommandName>(name: N): Promise<Run<N>> => commands[name]()

/** Runs a command once it is admitted: by the operator's grants, and by a second person where one is needed. */
export async function runAdminCommand<N extends AdminCommandName>(
  admin: AdminContext,
  name: N,
  args: AdminCommandArgs<N>,
): Promise<AdminReply> {
  const run = await loadAdminCommand(name)
  const admitted = await admitCommand(admin, name, args)
  return 'refusal' in admitted ? admitted : await run(admitted.admin, admitted.args)
}

async function perform<N extends AdminCommandName>(
  admin: AdminContext,
  name: N,
  args: AdminCommandArgs<N>,
): Promise<AdminReply> {
  const run = await loadAdminCommand(name)
  return await run(admin, args)
}

/** Loads every command, so that a running server does not mix with an update of its files. */
export async function loadAdminCommands(): Promise<void> {
  await Promise.all(Object.values(commands).map((load) => load()))
}
