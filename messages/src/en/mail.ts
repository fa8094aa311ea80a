/** E-mails to users. For secrecy they name no IOI, no security and no other institution. */
export const mail = {
  'mail.welcome.subject': 'Your {product} account',
  'mail.welcome.body': `Dear {firstName} {lastName},

Your {product} account has been opened.

Sign in at: {url}
E-mail: {email}
Temporary password: {password}

The temporary password is valid for {hours} hours. You will be asked to set your own password when you first sign in.

If you did not expect this message, please delete it and inform your account manager.

{product}`,
  'mail.welcomeProvider.body': `Dear {firstName} {lastName},

Your {product} account has been opened. You sign in with your company's own account: there is no separate password.

Sign in at: {url}
E-mail: {email}

Enter this e-mail address there and continue to your company's sign-in.

If you did not expect this message, please delete it and inform your account manager.

{product}`,
  'mail.temporary.subject': 'Temporary password for your {product} account',
  'mail.temporary.body': `Dear {firstName} {lastName},

The operator has reset your password. Your previous password is no longer valid, and you have been signed out.

Sign in at: {url}
E-mail: {email}
Temporary password: {password}

The temporary password is valid for {hours} hours. You will be asked to set your own password when you sign in with it.

If you did not request this, please call your account manager.

{product}`,
  'mail.reset.subject': 'Reset your {product} password',
  'mail.reset.body': `Dear {firstName} {lastName},

We have received a request to reset the password of your {product} account. Set a new password here:

{url}

The link can be used once, within {minutes} minutes. Your current password remains valid until you set a new one.

If you did not request this, no action is needed. The link was sent to this address only.

{product}`,
  'mail.passwordChanged.subject': 'Your {product} password has been changed',
  'mail.passwordChanged.body': `Dear {firstName} {lastName},

The password of your {product} account was changed on {when} (Tokyo). All your other sessions have been signed out.

If you did not change it, please call your account manager immediately.

{product}`,
  'mail.passwordReset.body': `Dear {firstName} {lastName},

The password of your {product} account was reset on {when} (Tokyo), with a link sent to this address. \
All your sessions have been signed out. Please sign in with the new password.

If you did not reset it, please call your account manager immediately.

{product}`,
  'mail.secondFactor.subject': 'Sign-in to your {product} account',
  'mail.secondFactor.body': `Dear {firstName} {lastName},

{what}

If this was not you, please change your password and call your account manager immediately.

{product}`,
  'mail.secondFactor.authenticatorAdded':
    'An authenticator app was added to your account on {when} (Tokyo). Its codes can be used to sign in.',
  'mail.secondFactor.authenticatorRemoved':
    'An authenticator app was removed from your account on {when} (Tokyo). Its codes are no longer accepted.',
  'mail.secondFactor.passkeyAdded':
    'A passkey was added to your account on {when} (Tokyo). It can be used to sign in without the password.',
  'mail.secondFactor.passkeyRemoved':
    'A passkey was removed from your account on {when} (Tokyo). It is no longer accepted.',
  'mail.secondFactor.recoveryCodesRenewed':
    'New recovery codes were issued for your account on {when} (Tokyo). The previous ones are no longer valid.',
  'mail.secondFactor.recoveryCodeUsed':
    'A recovery code was used to sign in to your account on {when} (Tokyo). Recovery codes left: {left}.',
  'mail.secondFactor.secondFactorsReset':
    'At the request of an operator, your passkeys, authenticator apps and recovery codes were removed on {when} (Tokyo). Please set up a passkey or an authenticator app again in your profile.',
  'mail.heads.subject': '{product}: signed ends of the journal and the audit trail',
  'mail.heads.body':
    '{product} signed the ends of its journal and of its audit trail on {when} (Tokyo). They are below, one per line.\n\nPlease keep this mail outside of the installation. If older entries are rewritten later, it proves that: save it as a text file and have it checked with "aitai audit verify --head FILE".',
  'mail.breakGlass.subject': '{product}: {what}',
  'mail.breakGlass.body':
    '{by} was shown IOIs on {when} (Tokyo): {what}. {second} approved it.\n\nThe journal and the audit trail have the reason and what was asked for. If this was not agreed, please look into it at once.\n\n{product}',
  'mail.breakGlass.bodyAlone':
    '{by} was shown IOIs on {when} (Tokyo): {what}. No second person was needed, because fewer than two could have approved it.\n\nThe journal and the audit trail have the reason and what was asked for. If this was not agreed, please look into it at once.\n\n{product}',
  'mail.surveillance.subject': '{product}: surveillance report',
  'mail.surveillance.body':
    'On {when} (Tokyo) {by} viewed a surveillance report. It says what institutions did, and which of them failed locates with each other.\n\nThe journal has the day of the report and the reason. If this was not agreed, please look into it at once.\n\n{product}',
  'mail.access.subject': '{product}: {what}',
  'mail.access.body':
    'On {when} (Tokyo) {by} changed who can sign in, or how: {what}. {second} approved it.\n\nThe audit trail has the reason and whom it concerns. If this was not agreed, please look into it at once.\n\n{product}',
  'mail.access.bodyAlone':
    'On {when} (Tokyo) {by} changed who can sign in, or how: {what}. No second person approved it.\n\nThe audit trail has the reason and whom it concerns. If this was not agreed, please look into it at once.\n\n{product}',
  'mail.credential.subject': '{product}: a credential in your name',
  'mail.credential.body':
    'Dear {firstName} {lastName},\n\nOn {when} (Tokyo) a credential was issued with which a program can sign in to {product} as you. If you did not expect this, please contact us at once.\n\n{product}',
  'mail.newMember.subject': '{product}: a new user at your institution',
  'mail.newMember.alone': 'On {when} (Tokyo) {by} added a user to your institution on {product}:',
  'mail.newMember.approved':
    'On {when} (Tokyo) {by} added a user to your institution on {product}, with the approval of {second}:',
  'mail.newMember.body': `Dear {firstName} {lastName},

{what}

{name}, {email}

This user can send IOIs in your institution's name. If your institution did not ask for this, please call your account manager at once, on a number that you know. Under "{page}" you see the user's IOIs and can cancel them.

You receive this message as a desk head.

{product}`,
  'mail.contact.subject': 'Contact request from {firstName} {lastName}',
  'mail.contact.body': `A {product} user has asked to be contacted by the account manager.

Name: {firstName} {lastName}
Firm: {organization}
Phone: {phone}
E-mail: {email}
Requested on: {when} (Tokyo)`,
} as const
