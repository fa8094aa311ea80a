import { snapshotKey } from '@aitai/contract/routes/account.ts'
import * as adverts from '@aitai/contract/routes/adverts.ts'
import * as agreements from '@aitai/contract/routes/agreements.ts'
import { agreementReceipt } from '@aitai/contract/routes/agreements.ts'
import { costAnalysis, deskExposure, ownExposure } from '@aitai/contract/routes/cost-analysis.ts'
import * as desk from '@aitai/contract/routes/desk.ts'
import * as history from '@aitai/contract/routes/history.ts'
import * as locates from '@aitai/contract/routes/locates.ts'
import * as notifications from '@aitai/contract/routes/notifications.ts'
import * as preferences from '@aitai/contract/routes/preferences.ts'
import * as reference from '@aitai/contract/routes/reference.ts'
import * as upload from '@aitai/contract/routes/upload.ts'
import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { baseApi, convertedQueryEndpoint, mutationEndpoint, queryEndpoint } from './base-api.ts'

type KnownStatus = Pick<Advert, 'advertisementStatus'> & Partial<Pick<Advert, 'causeOfDeath'>>

/** The other names of statuses that the specification lists (docs/specification.md §4). */
const synonyms: Readonly<Record<string, KnownStatus>> = {
  COMPLETE: { advertisementStatus: 'COMPLETED' },
  CANCELLED: { advertisementStatus: 'DEAD', causeOfDeath: 'CANCELLED_BY_USER' },
  EXPIRED: { advertisementStatus: 'DEAD', causeOfDeath: 'EXPIRED' },
}

/** An advert with COMPLETE, CANCELLED and EXPIRED as the statuses that all screens know. */
function withKnownStatus(advert: Advert): Advert {
  const known = synonyms[advert.advertisementStatus]
  if (!known) return advert
  return { ...advert, ...known, causeOfDeath: advert.causeOfDeath ?? known.causeOfDeath ?? null }
}

/** Every call of the contract that the desks use. */
export const api = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getEquities: queryEndpoint(build, reference.getEquities, 'Equities'),
    userBrokersList: queryEndpoint(build, reference.userBrokersList, 'Brokers'),
    getPlatformHours: queryEndpoint(build, reference.getPlatformHours, 'Market'),
    getQuote: queryEndpoint(build, reference.getQuote),
    getBars: queryEndpoint(build, reference.getBars, 'Market'),
    getPastBars: queryEndpoint(build, reference.getPastBars, 'Market'),
    notifications: queryEndpoint(build, notifications.notifications, 'Notifications'),
    advertList: convertedQueryEndpoint(
      build,
      adverts.advertList,
      (list) => list.map(withKnownStatus),
      'Adverts',
    ),
    advertEvents: queryEndpoint(build, history.advertEvents, 'Adverts'),
    createAdvert: mutationEndpoint(build, adverts.createAdvert, 'Adverts'),
    submitAdvert: mutationEndpoint(build, adverts.submitAdvert, 'Adverts'),
    modifyAdvert: mutationEndpoint(build, adverts.modifyAdvert, 'Adverts'),
    pauseAdvert: mutationEndpoint(build, adverts.pauseAdvert, 'Adverts'),
    resumeAdvert: mutationEndpoint(build, adverts.resumeAdvert, 'Adverts'),
    cancelAdvert: mutationEndpoint(build, adverts.cancelAdvert, 'Adverts'),
    createResidualAdvertisement: mutationEndpoint(build, adverts.createResidualAdvertisement, 'Adverts'),
    pauseAllAdverts: mutationEndpoint(build, adverts.pauseAllAdverts, 'Adverts'),
    resumeAllAdverts: mutationEndpoint(build, adverts.resumeAllAdverts, 'Adverts'),
    cancelAllAdverts: mutationEndpoint(build, adverts.cancelAllAdverts, 'Adverts'),
    deskAdverts: queryEndpoint(build, desk.deskAdverts, 'Adverts'),
    deskLimits: queryEndpoint(build, desk.deskLimits, 'Adverts'),
    deskOpenInterest: queryEndpoint(build, desk.deskOpenInterest, 'Adverts', 'Locates'),
    pauseDeskAdverts: mutationEndpoint(build, desk.pauseDeskAdverts, 'Adverts'),
    resumeDeskAdverts: mutationEndpoint(build, desk.resumeDeskAdverts, 'Adverts'),
    cancelDeskAdverts: mutationEndpoint(build, desk.cancelDeskAdverts, 'Adverts'),
    whyNotMatching: queryEndpoint(build, adverts.whyNotMatching, 'Adverts'),
    bulkUploadAdverts: mutationEndpoint(build, upload.bulkUploadAdverts),
    prepareRestore: mutationEndpoint(build, upload.prepareRestore),
    // A file has hundreds of rows, so the list is fetched once after the last of them.
    draftRow: mutationEndpoint(build, adverts.createAdvert),
    submitRow: mutationEndpoint(build, adverts.submitAdvert),
    snapshotKey: queryEndpoint(build, snapshotKey),
    getTraderDefaults: queryEndpoint(build, preferences.getTraderDefaults, 'Preferences'),
    setTraderDefaults: mutationEndpoint(build, preferences.setTraderDefaults, 'Preferences'),
    getSavedConditions: queryEndpoint(build, preferences.getSavedConditions, 'SavedConditions'),
    saveConditions: mutationEndpoint(build, preferences.saveConditions, 'SavedConditions'),
    deleteConditions: mutationEndpoint(build, preferences.deleteConditions, 'SavedConditions'),
    getWatchlist: queryEndpoint(build, preferences.getWatchlist, 'Watchlist'),
    setWatchlist: mutationEndpoint(build, preferences.setWatchlist, 'Watchlist'),
    listLocateNotifications: queryEndpoint(build, locates.listLocateNotifications, 'Locates'),
    connectAcceptance: mutationEndpoint(build, locates.connectAcceptance, 'Locates', 'Adverts'),
    connectRejection: mutationEndpoint(build, locates.connectRejection, 'Locates', 'Adverts'),
    pastDays: queryEndpoint(build, history.pastDays, 'Adverts'),
    pastDay: queryEndpoint(build, history.pastDay, 'Adverts', 'Locates'),
    costAnalysis: queryEndpoint(build, costAnalysis, 'Locates'),
    ownExposure: queryEndpoint(build, ownExposure, 'Locates'),
    deskExposure: queryEndpoint(build, deskExposure, 'Locates'),
    agreementReceipt: queryEndpoint(build, agreementReceipt),
    connectBroker: mutationEndpoint(build, agreements.connectBroker),
    brokerUserExecutionListing: queryEndpoint(build, agreements.brokerUserExecutionListing, 'Agreements'),
    brokerExecutionConfirmation: mutationEndpoint(
      build,
      agreements.brokerExecutionConfirmation,
      'Agreements',
    ),
    brokerExecutionUndo: mutationEndpoint(build, agreements.brokerExecutionUndo, 'Agreements'),
    brokerExecutionReport: mutationEndpoint(build, agreements.brokerExecutionReport, 'Agreements'),
    brokerExecutionCorrection: mutationEndpoint(build, agreements.brokerExecutionCorrection, 'Agreements'),
    brokerExecutionWithdrawal: mutationEndpoint(build, agreements.brokerExecutionWithdrawal, 'Agreements'),
    brokerNotExecutedReport: mutationEndpoint(build, agreements.brokerNotExecutedReport, 'Agreements'),
    brokerNotExecutedWithdrawal: mutationEndpoint(
      build,
      agreements.brokerNotExecutedWithdrawal,
      'Agreements',
    ),
  }),
})

export const {
  useGetEquitiesQuery,
  useUserBrokersListQuery,
  useGetPlatformHoursQuery,
  useGetQuoteQuery,
  useGetBarsQuery,
  useGetPastBarsQuery,
  useNotificationsQuery,
  useAdvertListQuery,
  useAdvertEventsQuery,
  useCreateAdvertMutation,
  useSubmitAdvertMutation,
  useModifyAdvertMutation,
  usePauseAdvertMutation,
  useResumeAdvertMutation,
  useCancelAdvertMutation,
  usePauseAllAdvertsMutation,
  useResumeAllAdvertsMutation,
  useCancelAllAdvertsMutation,
  useDeskAdvertsQuery,
  useDeskLimitsQuery,
  useDeskOpenInterestQuery,
  usePauseDeskAdvertsMutation,
  useResumeDeskAdvertsMutation,
  useCancelDeskAdvertsMutation,
  useCreateResidualAdvertisementMutation,
  useWhyNotMatchingQuery,
  useBulkUploadAdvertsMutation,
  usePrepareRestoreMutation,
  useSnapshotKeyQuery,
  useGetTraderDefaultsQuery,
  useSetTraderDefaultsMutation,
  useGetSavedConditionsQuery,
  useSaveConditionsMutation,
  useDeleteConditionsMutation,
  useGetWatchlistQuery,
  useSetWatchlistMutation,
  useListLocateNotificationsQuery,
  useConnectAcceptanceMutation,
  useConnectRejectionMutation,
  usePastDaysQuery,
  usePastDayQuery,
  useCostAnalysisQuery,
  useOwnExposureQuery,
  useDeskExposureQuery,
  useAgreementReceiptQuery,
  useConnectBrokerMutation,
  useBrokerUserExecutionListingQuery,
  useBrokerExecutionConfirmationMutation,
  useBrokerExecutionUndoMutation,
  useBrokerExecutionReportMutation,
  useBrokerExecutionCorrectionMutation,
  useBrokerExecutionWithdrawalMutation,
  useBrokerNotExecutedReportMutation,
  useBrokerNotExecutedWithdrawalMutation,
} = api
