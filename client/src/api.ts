import * as adverts from '@aitai/contract/adverts.ts'
import * as agreements from '@aitai/contract/agreements.ts'
import * as locates from '@aitai/contract/locates.ts'
import * as notifications from '@aitai/contract/notifications.ts'
import * as preferences from '@aitai/contract/preferences.ts'
import * as reference from '@aitai/contract/reference.ts'
import * as upload from '@aitai/contract/upload.ts'
import * as user from '@aitai/contract/user.ts'
import { baseApi, changes, reads } from './base-api.ts'

/** Every call of the contract that the desks make. */
export const api = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getEquities: reads(build, reference.getEquities, 'Equities'),
    userBrokersList: reads(build, reference.userBrokersList, 'Brokers'),
    getPlatformHours: reads(build, reference.getPlatformHours, 'Market'),
    getQuote: reads(build, reference.getQuote, 'Market'),
    notifications: reads(build, notifications.notifications, 'Notifications'),
    advertList: reads(build, adverts.advertList, 'Adverts'),
    createAdvert: changes(build, adverts.createAdvert, 'Adverts'),
    submitAdvert: changes(build, adverts.submitAdvert, 'Adverts'),
    modifyAdvert: changes(build, adverts.modifyAdvert, 'Adverts'),
    pauseAdvert: changes(build, adverts.pauseAdvert, 'Adverts'),
    resumeAdvert: changes(build, adverts.resumeAdvert, 'Adverts'),
    cancelAdvert: changes(build, adverts.cancelAdvert, 'Adverts'),
    createResidualAdvertisement: changes(build, adverts.createResidualAdvertisement, 'Adverts'),
    whyNotMatching: reads(build, adverts.whyNotMatching, 'Adverts'),
    bulkUploadAdverts: changes(build, upload.bulkUploadAdverts),
    prepareRestore: changes(build, upload.prepareRestore),
    // Rows of a file come by the hundred: the list is asked for once, after the last of them.
    draftRow: changes(build, adverts.createAdvert),
    submitRow: changes(build, adverts.submitAdvert),
    snapshotKey: reads(build, user.snapshotKey),
    getTraderDefaults: reads(build, preferences.getTraderDefaults, 'Preferences'),
    setTraderDefaults: changes(build, preferences.setTraderDefaults, 'Preferences'),
    listLocateNotifications: reads(build, locates.listLocateNotifications, 'Locates'),
    connectAcceptance: changes(build, locates.connectAcceptance, 'Locates', 'Adverts'),
    connectRejection: changes(build, locates.connectRejection, 'Locates', 'Adverts'),
    connectBroker: changes(build, agreements.connectBroker),
    brokerUserExecutionListing: reads(build, agreements.brokerUserExecutionListing, 'Agreements'),
    brokerExecutionConfirmation: changes(build, agreements.brokerExecutionConfirmation, 'Agreements'),
    brokerExecutionUndo: changes(build, agreements.brokerExecutionUndo, 'Agreements'),
  }),
})

export const {
  useGetEquitiesQuery,
  useUserBrokersListQuery,
  useGetPlatformHoursQuery,
  useGetQuoteQuery,
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
