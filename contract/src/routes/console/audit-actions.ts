/** What the audit trail records, for a list to choose from. A test of the server holds it against the code. */
export const auditActions = [
  ...['loginSucceeded', 'loginFailed', 'codeSent', 'codeFailed', 'passkeyFailed', 'recoveryCodeUsed'],
  'providerLoginFailed',
  'recoveryCodesRenewed',
  ...['sessionEnded', 'othersEnded', 'sessionsEnded', 'accountLocked'],
  ...['firstPasswordSet', 'passwordChanged', 'passwordResetRequested', 'passwordReplaced', 'passwordReset'],
  ...['authenticatorAdded', 'authenticatorRemoved', 'authenticatorsRemoved'],
  ...['passkeyAdded', 'passkeyRenamed', 'passkeyRemoved', 'identityConfirmed', 'contactRequested'],
  'accessRefused',
  ...[
    'userAdded',
    'userChanged',
    'userDisabled',
    'userEnabled',
    'userUnlocked',
    'userExported',
    'userErased',
  ],
  ...[
    'grantAdded',
    'grantRevoked',
    'staffSignInChanged',
    'signOnSet',
    'signOnRemoved',
    'providerSubjectBound',
    'credentialAdded',
    'credentialRevoked',
  ],
  ...['firmAdded', 'firmChanged', 'firmRenamed', 'firmDisabled', 'firmEnabled'],
  ...[
    'brokerAdded',
    'brokerChanged',
    'brokerDisabled',
    'brokerEnabled',
    'brokerAssigned',
    'brokerUnassigned',
  ],
  ...['equitiesImported', 'holidaysImported', 'hoursSet', 'venueScheduled', 'venueCancelled'],
  ...['approvalRequested', 'approvalGiven', 'approvalRejected', 'approvalRefused'],
  ...['approvalWithdrawn', 'approvalExpired', 'approvalCutOff'],
  ...['impactShown', 'ratingShown', 'outboxRead'],
  ...['auditSearched', 'auditExportRequested', 'auditExportWritten'],
  ...[
    'headsSigned',
    'secretRotated',
    'dataKeyReplaced',
    'dataSecretLost',
    'backupRequested',
    'backupWritten',
    'backupRestored',
  ],
] as const

/**
 * Why a session ended: a newer sign-in of the same user, idle or too old, or the user. The audit trail has it as the
 * reason of `sessionEnded`.
 */
export const sessionEndReasons = ['REPLACED', 'TIMED_OUT', 'LOGGED_OUT'] as const
export type SessionEndReason = (typeof sessionEndReasons)[number]

/** An action that the audit trail records. */
export type AuditAction = (typeof auditActions)[number]
