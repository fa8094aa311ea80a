import * as account from '@aitai/contract/routes/account.ts'
import { publicEvidence } from '@aitai/contract/routes/agreements.ts'
import * as credibility from '@aitai/contract/routes/credibility.ts'
import * as passwords from '@aitai/contract/routes/passwords.ts'
import { webVersion } from '@aitai/contract/routes/reference.ts'
import * as session from '@aitai/contract/routes/session.ts'
import { intervals } from '../intervals.ts'
import { baseApi, mutationEndpoint, queryEndpoint, retriedQueryEndpoint } from './base-api.ts'

/** The calls about the account, which work without a desk. */
export const accountsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    login: mutationEndpoint(build, session.login),
    twoFactorOptions: queryEndpoint(build, session.twoFactorOptions),
    requestTwoFactor: mutationEndpoint(build, session.requestTwoFactor),
    verifyTwoFactor: mutationEndpoint(build, session.verifyTwoFactor),
    beginPasskeyLogin: mutationEndpoint(build, session.beginPasskeyLogin),
    passkeyLogin: mutationEndpoint(build, session.passkeyLogin),
    beginProviderLogin: mutationEndpoint(build, session.beginProviderLogin),
    providerLogin: mutationEndpoint(build, session.providerLogin),
    beginPasskeyStep: mutationEndpoint(build, session.beginPasskeyStep),
    verifyPasskey: mutationEndpoint(build, session.verifyPasskey),
    updateTempPassword: mutationEndpoint(build, passwords.updateTempPassword),
    logout: mutationEndpoint(build, session.logout),
    sendResetLink: mutationEndpoint(build, passwords.sendResetLink),
    checkResetToken: queryEndpoint(build, passwords.checkResetToken),
    resetPassword: mutationEndpoint(build, passwords.resetPassword),
    // All other sessions ended with it.
    updatePassword: mutationEndpoint(build, passwords.updatePassword, 'User'),
    accountSecurity: queryEndpoint(build, account.accountSecurity, 'User'),
    beginAuthenticator: mutationEndpoint(build, account.beginAuthenticator),
    confirmAuthenticator: mutationEndpoint(build, account.confirmAuthenticator, 'User'),
    removeAuthenticator: mutationEndpoint(build, account.removeAuthenticator, 'User'),
    beginPasskey: mutationEndpoint(build, account.beginPasskey),
    confirmPasskey: mutationEndpoint(build, account.confirmPasskey, 'User'),
    renamePasskey: mutationEndpoint(build, account.renamePasskey, 'User'),
    removePasskey: mutationEndpoint(build, account.removePasskey, 'User'),
    beginConfirmation: mutationEndpoint(build, account.beginConfirmation),
    confirmByCode: mutationEndpoint(build, account.confirmByCode),
    confirmByPasskey: mutationEndpoint(build, account.confirmByPasskey),
    renewRecoveryCodes: mutationEndpoint(build, account.renewRecoveryCodes, 'User'),
    endOthers: mutationEndpoint(build, account.endOthers, 'User'),
    contactAccountManager: mutationEndpoint(build, account.contactAccountManager),
    myDetails: retriedQueryEndpoint(build, session.myDetails, intervals.userDetailsRetries, 'User'),
    webVersion: queryEndpoint(build, webVersion),
    publicEvidence: queryEndpoint(build, publicEvidence),
    ioiCounts: queryEndpoint(build, credibility.ioiCounts, 'User'),
    credibilityLedger: queryEndpoint(build, credibility.credibilityLedger, 'User'),
  }),
})

export const {
  useLoginMutation,
  useTwoFactorOptionsQuery,
  useRequestTwoFactorMutation,
  useVerifyTwoFactorMutation,
  useBeginPasskeyLoginMutation,
  usePasskeyLoginMutation,
  useBeginProviderLoginMutation,
  useProviderLoginMutation,
  useBeginPasskeyStepMutation,
  useVerifyPasskeyMutation,
  useUpdateTempPasswordMutation,
  useLogoutMutation,
  useSendResetLinkMutation,
  useCheckResetTokenQuery,
  useResetPasswordMutation,
  useUpdatePasswordMutation,
  useContactAccountManagerMutation,
  useMyDetailsQuery,
  useIoiCountsQuery,
  useCredibilityLedgerQuery,
  useWebVersionQuery,
  usePublicEvidenceQuery,
  useAccountSecurityQuery,
  useBeginAuthenticatorMutation,
  useConfirmAuthenticatorMutation,
  useRemoveAuthenticatorMutation,
  useBeginPasskeyMutation,
  useConfirmPasskeyMutation,
  useRenamePasskeyMutation,
  useRemovePasskeyMutation,
  useBeginConfirmationMutation,
  useConfirmByCodeMutation,
  useConfirmByPasskeyMutation,
  useRenewRecoveryCodesMutation,
  useEndOthersMutation,
} = accountsApi
