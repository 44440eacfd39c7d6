import { z } from 'zod'
import { appSettings, machineStatus } from '../app/app'
import { doctorReport } from '../app/doctor'
import { projectMetrics } from '../app/metrics'
import { movedSources, projectId, projectName, projectRemoval, projectSummary } from '../app/project'
import { settingsFileView } from '../app/settings-file'
import { connectionRecord } from '../calls/connections'
import { factsEdit, projectFacts } from '../library/project-facts'
import { sourceId } from '../library/source'
import { none, page } from './inputs'

/** Projects, their settings, and the app. */
export const projectChannels = {
  /** A text for whoever helps: checks, counts, settings, errors and the log, without names of sources or anything of them. */
  'project.diagnostics': { input: none, output: z.object({ fileName: z.string(), text: z.string() }) },
  /** What the project is: found in its sources, and as a person wrote it. */
  'project.facts': { input: none, output: projectFacts },
  'project.editFacts': { input: factsEdit, output: projectFacts },
  /** Where language models save new files; made where it is not there. */
  'project.exportFolder': { input: none, output: z.object({ path: z.string() }) },
  'project.list': { scope: 'app', input: none, output: z.array(projectSummary) },
  'project.create': { scope: 'app', input: z.object({ name: projectName }), output: projectSummary },
  'project.rename': { scope: 'app', input: z.object({ projectId, name: projectName }), output: projectSummary },
  'project.archive': { scope: 'app', input: z.object({ projectId, archived: z.boolean() }), output: projectSummary },
  'project.previewRemoval': { scope: 'app', input: z.object({ projectId }), output: projectRemoval },
  /** It is gone at once for everybody; what it holds is removed piece by piece, at the next start where need be. */
  'project.remove': { scope: 'app', input: z.object({ projectId }), output: none },
  /** How the project's calls, sessions and language models did, and how the pool is used. */
  'project.metrics': { input: none, output: projectMetrics },
  /** To another project, with all that was read of them. */
  'project.moveSources': {
    input: z.object({ sourceIds: z.array(sourceId).min(1).max(10_000), to: projectId }),
    output: movedSources,
  },
  'settings.get': { input: none, output: appSettings },
  'settings.set': { input: appSettings.partial(), output: appSettings },
  'settings.file': { input: none, output: settingsFileView },
  /** Into `settings.yaml`: all that is not as it comes. */
  'settings.writeDown': { input: none, output: none },
  /** Everything that was allowed or refused to connect, in all projects, the newest first. */
  'app.connections': {
    scope: 'app',
    input: page,
    output: z.object({ connections: z.array(connectionRecord), total: z.number().int() }),
  },
  'app.doctor': { scope: 'app', input: none, output: doctorReport },
  'app.status': { scope: 'app', input: none, output: machineStatus },
} as const
