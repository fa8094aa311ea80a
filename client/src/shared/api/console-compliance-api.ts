import * as audit from '@aitai/contract/routes/console/audit.ts'
import * as policyReports from '@aitai/contract/routes/console/policy-reports.ts'
import * as reference from '@aitai/contract/routes/console/reference-data.ts'
import * as surveillance from '@aitai/contract/routes/console/surveillance.ts'
import { baseApi, mutationEndpoint, queryEndpoint } from './base-api.ts'

/** The calls of the console about reference data, the audit trail, surveillance and policy reports. */
export const complianceApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    operationsEquities: queryEndpoint(build, reference.operationsEquities, 'Reference'),
    importEquities: mutationEndpoint(build, reference.importEquities, 'Reference'),
    operationsHolidays: queryEndpoint(build, reference.operationsHolidays, 'Reference'),
    importHolidays: mutationEndpoint(build, reference.importHolidays, 'Reference'),
    operationsHours: queryEndpoint(build, reference.operationsHours, 'Reference'),
    setTradingHours: mutationEndpoint(build, reference.setTradingHours, 'Reference', 'Operations'),
    operationsVenue: queryEndpoint(build, reference.operationsVenue, 'Reference'),
    setVenueSettings: mutationEndpoint(build, reference.setVenueSettings, 'Reference'),
    cancelVenueChange: mutationEndpoint(build, reference.cancelVenueChange, 'Reference'),
    searchAuditTrail: mutationEndpoint(build, audit.searchAuditTrail),
    verifyAuditTrail: mutationEndpoint(build, audit.verifyAuditTrail),
    exportAuditTrail: mutationEndpoint(build, audit.exportAuditTrail),
    viewSurveillance: mutationEndpoint(build, surveillance.viewSurveillance),
    operationsPolicyReports: queryEndpoint(build, policyReports.operationsPolicyReports),
  }),
})

export const {
  useOperationsEquitiesQuery,
  useImportEquitiesMutation,
  useOperationsHolidaysQuery,
  useImportHolidaysMutation,
  useOperationsHoursQuery,
  useSetTradingHoursMutation,
  useOperationsVenueQuery,
  useSetVenueSettingsMutation,
  useCancelVenueChangeMutation,
  useSearchAuditTrailMutation,
  useVerifyAuditTrailMutation,
  useExportAuditTrailMutation,
  useViewSurveillanceMutation,
  useOperationsPolicyReportsQuery,
} = complianceApi
