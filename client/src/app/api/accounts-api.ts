import * as accounts from '@aitai/contract/accounts.ts'
import { webVersion } from '@aitai/contract/reference.ts'
import * as user from '@aitai/contract/user.ts'
import { baseApi, mutationEndpoint, queryEndpoint } from './base-api.ts'

/** The calls about the account itself: all that is needed before there is a desk. */
export const accountsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    login: mutationEndpoint(build, user.login),
    requestTwoFactor: mutationEndpoint(build, user.requestTwoFactor),
    verifyTwoFactor: mutationEndpoint(build, user.verifyTwoFactor),
    updateTempPassword: mutationEndpoint(build, user.updateTempPassword),
    logout: mutationEndpoint(build, user.logout),
    forgotPassword: mutationEndpoint(build, accounts.forgotPassword),
    passwordResetTokenStatus: queryEndpoint(build, accounts.passwordResetTokenStatus),
    resetPassword: mutationEndpoint(build, accounts.resetPassword),
    // Whatever else was open has ended with it.
    updatePassword: mutationEndpoint(build, accounts.updatePassword, 'User'),
    accountSecurity: queryEndpoint(build, accounts.accountSecurity, 'User'),
    endOthers: mutationEndpoint(build, accounts.endOthers, 'User'),
    contactAccountManager: mutationEndpoint(build, accounts.contactAccountManager),
    myDetails: queryEndpoint(build, user.myDetails, 'User'),
    webVersion: queryEndpoint(build, webVersion),
    ioiCounts: queryEndpoint(build, user.ioiCounts, 'User'),
    credibilityLedger: queryEndpoint(build, user.credibilityLedger, 'User'),
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
