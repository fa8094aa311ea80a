import * as accounts from '@aitai/contract/accounts.ts'
import * as adverts from '@aitai/contract/adverts.ts'
import * as agreements from '@aitai/contract/agreements.ts'
import type { Call } from '@aitai/contract/call.ts'
import * as locates from '@aitai/contract/locates.ts'
import * as notifications from '@aitai/contract/notifications.ts'
import * as preferences from '@aitai/contract/preferences.ts'
import * as reference from '@aitai/contract/reference.ts'
import * as upload from '@aitai/contract/upload.ts'
import * as user from '@aitai/contract/user.ts'
import { createApi } from '@reduxjs/toolkit/query/react'
import { type AskOf, type GivesOf, requestOf, send } from './calling.ts'
import { keepUnusedDataFor } from './intervals.ts'

export const tags = [
  'User',
  'Equities',
  'Brokers',
  'Adverts',
  'Locates',
  'Notifications',
  'Agreements',
  'Preferences',
  'Market',
] as const
export type Tag = (typeof tags)[number]

/**
 * Every call of the contract that the screens make. Server data lives here and nowhere else; a push
 * refreshes it by tag (live-messages.ts), and screens poll by intervals.ts.
 */
export const api = createApi({
  baseQuery: send,
  tagTypes: tags,
  keepUnusedDataFor,
  refetchOnFocus: false,
  refetchOnReconnect: false,
  refetchOnMountOrArgChange: false,
  endpoints: (build) => {
    const reads = <C extends Call>(call: C, ...provided: Tag[]) =>
      build.query<GivesOf<C>, AskOf<C>>({ query: requestOf(call), providesTags: provided })
    const changes = <C extends Call>(call: C, ...invalidated: Tag[]) =>
      build.mutation<GivesOf<C>, AskOf<C>>({
        query: requestOf(call),
        // Also after a refusal: the screen was then older than the server.
        invalidatesTags: (_result, failure) => (failure?.errorCode === 'ERR_NETWORK' ? [] : invalidated),
      })
    return {
      login: changes(user.login),
      requestTwoFactor: changes(user.requestTwoFactor),
      verifyTwoFactor: changes(user.verifyTwoFactor),
      updateTempPassword: changes(user.updateTempPassword),
      logout: changes(user.logout),
      forgotPassword: changes(accounts.forgotPassword),
      passwordResetTokenStatus: reads(accounts.passwordResetTokenStatus),
      resetPassword: changes(accounts.resetPassword),
      updatePassword: changes(accounts.updatePassword),
      contactAccountManager: changes(accounts.contactAccountManager),
      myDetails: reads(user.myDetails, 'User'),
      ioiCounts: reads(user.ioiCounts, 'User'),
      getEquities: reads(reference.getEquities, 'Equities'),
      userBrokersList: reads(reference.userBrokersList, 'Brokers'),
      getPlatformHours: reads(reference.getPlatformHours, 'Market'),
      getQuote: reads(reference.getQuote, 'Market'),
      webVersion: reads(reference.webVersion),
      notifications: reads(notifications.notifications, 'Notifications'),
      advertList: reads(adverts.advertList, 'Adverts'),
      createAdvert: changes(adverts.createAdvert, 'Adverts'),
      submitAdvert: changes(adverts.submitAdvert, 'Adverts'),
      modifyAdvert: changes(adverts.modifyAdvert, 'Adverts'),
      pauseAdvert: changes(adverts.pauseAdvert, 'Adverts'),
      resumeAdvert: changes(adverts.resumeAdvert, 'Adverts'),
      cancelAdvert: changes(adverts.cancelAdvert, 'Adverts'),
      createResidualAdvertisement: changes(adverts.createResidualAdvertisement, 'Adverts'),
      whyNotMatching: reads(adverts.whyNotMatching, 'Adverts'),
      bulkUploadAdverts: changes(upload.bulkUploadAdverts),
      prepareRestore: changes(upload.prepareRestore),
      // Rows of a file come by the hundred: the list is asked for once, after the last of them.
      draftRow: changes(adverts.createAdvert),
      submitRow: changes(adverts.submitAdvert),
      snapshotKey: reads(user.snapshotKey),
      getTraderDefaults: reads(preferences.getTraderDefaults, 'Preferences'),
      setTraderDefaults: changes(preferences.setTraderDefaults, 'Preferences'),
      listLocateNotifications: reads(locates.listLocateNotifications, 'Locates'),
      connectAcceptance: changes(locates.connectAcceptance, 'Locates', 'Adverts'),
      connectRejection: changes(locates.connectRejection, 'Locates', 'Adverts'),
      connectBroker: changes(agreements.connectBroker),
      brokerUserExecutionListing: reads(agreements.brokerUserExecutionListing, 'Agreements'),
      brokerExecutionConfirmation: changes(agreements.brokerExecutionConfirmation, 'Agreements'),
      brokerExecutionUndo: changes(agreements.brokerExecutionUndo, 'Agreements'),
    }
  },
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
  useGetEquitiesQuery,
  useUserBrokersListQuery,
  useGetPlatformHoursQuery,
  useGetQuoteQuery,
  useWebVersionQuery,
  useNotificationsQuery,
  useAdvertListQuery,
  useCreateAdvertMutation,
  useSubmitAdvertMutation,
  useModifyAdvertMutation,
  usePauseAdvertMutation,
  useResumeAdvertMutation,
  useCancelAdvertMutation,
  useCreateResidualAdvertisementMutation,
  useWhyNotMatchingQuery,
  useBulkUploadAdvertsMutation,
  usePrepareRestoreMutation,
  useSnapshotKeyQuery,
  useGetTraderDefaultsQuery,
  useSetTraderDefaultsMutation,
  useListLocateNotificationsQuery,
  useConnectAcceptanceMutation,
  useConnectRejectionMutation,
  useConnectBrokerMutation,
  useBrokerUserExecutionListingQuery,
  useBrokerExecutionConfirmationMutation,
  useBrokerExecutionUndoMutation,
} = api
