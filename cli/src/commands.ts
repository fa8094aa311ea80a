import type { Command } from './command.ts'
import { advertCancel, advertList } from './commands/advert.ts'
import { auditExport, auditSearch, auditVerify } from './commands/audit.ts'
import {
  brokerAdd,
  brokerAssign,
  brokerChange,
  brokerDisable,
  brokerEnable,
  brokerList,
  brokerUnassign,
} from './commands/broker.ts'
import { completion } from './commands/completion.ts'
import { credentialAdd, credentialList, credentialRevoke } from './commands/credential.ts'
import { doctor } from './commands/doctor.ts'
import { equitiesImport } from './commands/equities.ts'
import { explainMatch } from './commands/explain-match.ts'
import { firmAdd, firmChange, firmDisable, firmEnable, firmList, firmRename } from './commands/firm.ts'
import {
  fixLog,
  fixSessionDisable,
  fixSessionEnable,
  fixSessionList,
  fixSessionReset,
  fixSessionSeqnum,
} from './commands/fix.ts'
import {
  firmHalt,
  firmResume,
  haltList,
  platformClose,
  platformOpen,
  securityHalt,
  securityResume,
} from './commands/halt.ts'
import { holidaysImport, holidaysList } from './commands/holidays.ts'
import { hoursSet, hoursShow } from './commands/hours.ts'
import { outbox } from './commands/outbox.ts'
import { policyReports } from './commands/policy-reports.ts'
import { ratingShow } from './commands/rating.ts'
import { replay } from './commands/replay.ts'
import { approvals, approve, reject } from './commands/safety/approval.ts'
import { backup } from './commands/safety/backup.ts'
import { evidenceHead, evidenceKeys } from './commands/safety/evidence.ts'
import { afterRestore, restore } from './commands/safety/restore.ts'
import { secretCreate, secretLost, secretRotate } from './commands/safety/secret.ts'
import { verifyReceipt } from './commands/safety/verify-receipt.ts'
import { status } from './commands/status.ts'
import { surveillance } from './commands/surveillance.ts'
import { signOnList, signOnRemove, signOnSet } from './commands/users/sign-on.ts'
import { staffChange, staffShow } from './commands/users/staff.ts'
import { userAdd, userList, userShow } from './commands/users/user.ts'
import {
  userAuthenticators,
  userChange,
  userDisable,
  userEnable,
  userReset,
  userSessions,
  userUnlock,
} from './commands/users/user-changes.ts'
import { userGrant, userRevoke } from './commands/users/user-grants.ts'
import { userErase, userExport } from './commands/users/user-privacy.ts'
import { venueSchedule, venueSet, venueShow } from './commands/venue.ts'

const others: readonly Command[] = [
  firmAdd,
  firmList,
  firmChange,
  firmRename,
  firmHalt,
  firmResume,
  firmDisable,
  firmEnable,
  brokerAdd,
  brokerList,
  brokerChange,
  brokerAssign,
  brokerUnassign,
  brokerDisable,
  brokerEnable,
  userAdd,
  userList,
  userShow,
  userChange,
  userGrant,
  userRevoke,
  userDisable,
  userEnable,
  userReset,
  userUnlock,
  userSessions,
  userAuthenticators,
  userExport,
  userErase,
  signOnSet,
  signOnList,
  signOnRemove,
  staffShow,
  staffChange,
  credentialAdd,
  credentialList,
  credentialRevoke,
  fixSessionList,
  fixSessionDisable,
  fixSessionEnable,
  fixSessionReset,
  fixSessionSeqnum,
  fixLog,
  ratingShow,
  platformOpen,
  platformClose,
  securityHalt,
  securityResume,
  haltList,
  advertList,
  advertCancel,
  explainMatch,
  surveillance,
  policyReports,
  approvals,
  approve,
  reject,
  outbox,
  equitiesImport,
  holidaysImport,
  holidaysList,
  hoursSet,
  hoursShow,
  venueShow,
  venueSet,
  venueSchedule,
  auditSearch,
  auditExport,
  auditVerify,
  evidenceHead,
  evidenceKeys,
  verifyReceipt,
  backup,
  restore,
  afterRestore,
  replay,
  secretCreate,
  secretRotate,
  secretLost,
  status,
  doctor,
]

/** All commands of the operator's command line, in the order of its help. */
export const commands: readonly Command[] = [...others, completion(others)]
