import * as accounts from '@aitai/contract/accounts.ts'
import { webVersion } from '@aitai/contract/reference.ts'
import * as user from '@aitai/contract/user.ts'
import { baseApi, changes, reads } from './base-api.ts'

/** The calls about the account itself: all that is needed before there is a desk. */
export const accountsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    login: changes(build, user.login),
    requestTwoFactor: changes(build, user.requestTwoFactor),
    verifyTwoFactor: changes(build, user.verifyTwoFactor),
    updateTempPassword: changes(build, user.updateTempPassword),
    logout: changes(build, user.logout),
    forgotPassword: changes(build, accounts.forgotPassword),
    passwordResetTokenStatus: reads(build, accounts.passwordResetTokenStatus),
    resetPassword: changes(build, accounts.resetPassword),
    // Whatever else was open has ended with it.
    updatePassword: changes(build, accounts.updatePassword, 'User'),
    accountSecurity: reads(build, accounts.accountSecurity, 'User'),
    endOthers: changes(build, accounts.endOthers, 'User'),
    contactAccountManager: changes(build, accounts.contactAccountManager),
    myDetails: reads(build, user.myDetails, 'User'),
    webVersion: reads(build, webVersion),
    ioiCounts: reads(build, user.ioiCounts, 'User'),
    credibilityLedger: reads(build, user.credibilityLedger, 'User'),
  }),
})

export const {
  useLoginMutation,
  useRequestTwoFactorMutation,
  useVerifyTwoFactorMutation,
  useUpdateTempPasswordMutation,
  useLogoutMutation,
  useForgotPasswordMutation,
  usePasswordResetTokenStatusQuery,
  useResetPasswordMutation,
  useUpdatePasswordMutation,
  useContactAccountManagerMutation,
  useMyDetailsQuery,
  useIoiCountsQuery,
  useCredibilityLedgerQuery,
  useWebVersionQuery,
  useAccountSecurityQuery,
  useEndOthersMutation,
} = accountsApi
