import { ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ResourceMetadata } from '../../../../contract/resources/resource'
import { quarry, useTopicValue } from '../../../bridge'
import { Button } from '../../../ui/button'
import { Fact, Facts, Part, Verbatim } from '../../../ui/facts'
import { Toggle } from '../../../ui/field'
import { useSpeech } from '../../../ui/use-speech'
import { useNotices } from '../../../window/notices'
import { useFormat } from '../../../window/use-format'
import { useWindowDispatch } from '../../../window/window-state'
import { useSampleQuestion } from '../ability-names'
import { useResourceWords } from '../resource-words'
import { Operations } from './operations'
import { Tables } from './tables'

type Of<Type extends ResourceMetadata['type']> = Extract<ResourceMetadata, { type: Type }>

function DatabaseFacts({ metadata }: { metadata: Of<'database'> }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      <Facts>
        <Fact name={t('resources.detail.location')}>
          <Verbatim>{metadata.location}</Verbatim>
        </Fact>
        {metadata.sizeBytes !== null && (
          <Fact name={t('resources.detail.size')}>{format.bytes(metadata.sizeBytes)}</Fact>
        )}
      </Facts>
      <p className="mt-1 text-xs text-faint">{t('resources.detail.readOnly')}</p>
      <Tables tables={metadata.tables} total={metadata.tablesTotal} />
    </>
  )
}

function ApiFacts({ metadata }: { metadata: Of<'api'> }) {
  const { t } = useTranslation()
  const speech = useSpeech()
  return (
    <>
      <Facts>
        {metadata.version && <Fact name={t('resources.detail.version')}>{metadata.version}</Fact>}
        <Fact name={t('resources.detail.servers')}>
          {metadata.servers.length === 0
            ? t('resources.detail.none')
            : metadata.servers.map((server) => <Verbatim key={server}>{server}</Verbatim>)}
        </Fact>
        <Fact name={t('resources.detail.auth')}>
          {metadata.auth.length === 0
            ? t('resources.detail.noAuth')
            : metadata.auth.map((scheme) => speech.fact({ kind: 'apiScheme', values: scheme })).join(t('app.listed'))}
        </Fact>
      </Facts>
      <Operations operations={metadata.operations} total={metadata.operationsTotal} />
    </>
  )
}

/** The arguments of a JSON schema's top level, as a list. */
function inputsOf(
  schema: Record<string, unknown>,
): { name: string; type: string; description: string; required: boolean }[] {
  const { properties, required } = schema
  if (typeof properties !== 'object' || properties === null) return []
  const needed = new Set(Array.isArray(required) ? required : [])
  return Object.entries(properties).map(([name, value]) => {
    const { type, description } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
    return {
      name,
      type: typeof type === 'string' ? type : '',
      description: typeof description === 'string' ? description : '',
      required: needed.has(name),
    }
  })
}

function ToolFacts({ metadata }: { metadata: Of<'tool'> }) {
  const { t } = useTranslation()
  const inputs = inputsOf(metadata.inputSchema)
  return (
    <>
      <Facts>
        <Fact name={t('resources.detail.tier')}>{t(`resources.detail.tiers.${metadata.tier}`)}</Fact>
        <Fact name={t('resources.detail.entry')}>
          {metadata.entry === null ? t('resources.detail.builtIn') : <Verbatim>{metadata.entry}</Verbatim>}
        </Fact>
      </Facts>
      <Part title={t('resources.detail.input')}>
        {inputs.length === 0 ? (
          <p className="text-sm text-dim">{t('resources.detail.noInput')}</p>
        ) : (
          <ul>
            {inputs.map((input) => (
              <li key={input.name} className="border-t border-line py-1 text-sm">
                <span className="font-medium">{input.name}</span>{' '}
                <span className="font-mono text-xs text-dim">{input.type}</span>
                {input.required && <span className="text-xs text-dim"> · {t('resources.detail.required')}</span>}
                {input.description && <span className="block text-xs text-dim">{input.description}</span>}
              </li>
            ))}
          </ul>
        )}
      </Part>
    </>
  )
}

function Text2SqlFacts({ metadata }: { metadata: Of<'text2sql'> }) {
  const { t } = useTranslation()
  const speech = useSpeech()
  const said = useSampleQuestion(metadata.sampleQuestions)
  const dispatch = useWindowDispatch()
  return (
    <>
      <Button
        icon={ArrowRight}
        onClick={() => dispatch({ type: 'openResource', resourceId: metadata.databaseId })}
        className="mt-1"
      >
        {t('resources.detail.openDatabase')}
      </Button>
      {metadata.sampleQuestions.length > 0 && (
        <Part title={t('resources.detail.questions')}>
          <ul>
            {metadata.sampleQuestions.map(speech.fact).map((question) => (
              <li key={question} className="border-t border-line">
                <button
                  type="button"
                  aria-label={t('app.labelled', { label: t('resources.detail.tryQuestion'), what: question })}
                  onClick={() => dispatch({ type: 'askNeed', need: question })}
                  className="w-full rounded-md px-1 py-1.5 text-left text-sm hover:bg-sunk"
                >
                  {question}
                </button>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {metadata.knownQueries.length > 0 && (
        <Part title={t('resources.detail.queries')}>
          <ul>
            {metadata.knownQueries.map(({ question, sql }) => (
              <li key={sql} className="border-t border-line py-1.5 text-sm">
                {said(question)}
                <pre className="mt-0.5 overflow-x-auto rounded-md bg-sunk px-2 py-1 font-mono text-xs whitespace-pre-wrap">
                  {sql}
                </pre>
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part title={t('resources.detail.tables')}>
        <p className="text-sm text-dim">{metadata.tables.join(t('app.listed'))}</p>
      </Part>
    </>
  )
}

/** Whether a server's program may use the network; where the system does not let Quarry keep it from that, it says so. */
function ProgramNetwork({ resourceId }: { resourceId: string }) {
  const { t } = useTranslation()
  const { attempt } = useNotices()
  const granted = useTopicValue('settings')?.programNetwork ?? []
  const canKeep = useTopicValue('status')?.programsOffline
  if (canKeep === undefined) return null
  if (!canKeep) return <p className="mt-2 text-sm text-blocked">{t('resources.detail.networkOpen')}</p>
  const others = granted.filter((one) => one !== resourceId)
  return (
    <div className="mt-2">
      <Toggle
        label={t('resources.detail.network')}
        help={t('resources.detail.networkHelp')}
        checked={granted.includes(resourceId)}
        onChange={(isGranted) =>
          void attempt(() => quarry.settingsSet({ programNetwork: isGranted ? [...others, resourceId] : others }))
        }
      />
    </div>
  )
}

function McpFacts({ resourceId, metadata }: { resourceId: string; metadata: Of<'mcp_server'> }) {
  const { t } = useTranslation()
  const words = useResourceWords()
  return (
    <>
      <Facts>
        {metadata.command !== null && (
          <Fact name={t('resources.detail.command')}>
            <Verbatim>{[metadata.command, ...metadata.args].join(' ')}</Verbatim>
          </Fact>
        )}
        {metadata.url !== null && (
          <Fact name={t('resources.detail.address')}>
            <Verbatim>{metadata.url}</Verbatim>
          </Fact>
        )}
        <Fact name={t('resources.detail.secrets')}>
          {metadata.secretNames.length === 0
            ? t('resources.detail.noSecrets')
            : metadata.secretNames.map((name) => <Verbatim key={name}>{name}</Verbatim>)}
        </Fact>
      </Facts>
      <p className="mt-1 text-xs text-faint">
        {words.flavour(metadata.transport)} · {t('resources.detail.startsOnUse')}
      </p>
      {metadata.transport === 'stdio' && <ProgramNetwork resourceId={resourceId} />}
    </>
  )
}

/** What is known of a resource beyond what every kind has. */
export function Metadata({ resourceId, metadata }: { resourceId: string; metadata: ResourceMetadata }) {
  const { t } = useTranslation()
  const format = useFormat()
  switch (metadata.type) {
    case 'database':
      return <DatabaseFacts metadata={metadata} />
    case 'api':
      return <ApiFacts metadata={metadata} />
    case 'tool':
      return <ToolFacts metadata={metadata} />
    case 'text2sql':
      return <Text2SqlFacts metadata={metadata} />
    case 'mcp_server':
      return <McpFacts resourceId={resourceId} metadata={metadata} />
    case 'knowledge_base':
      return (
        <Facts>
          {metadata.root !== null && (
            <Fact name={t('resources.detail.root')}>
              <Verbatim>{metadata.root}</Verbatim>
            </Fact>
          )}
          <Fact name={t('resources.detail.sources')}>{format.number(metadata.sources)}</Fact>
          <Fact name={t('resources.detail.passages')}>{format.number(metadata.passages)}</Fact>
        </Facts>
      )
    case 'model':
      return (
        <Facts>
          <Fact name={t('resources.detail.location')}>
            <Verbatim>{metadata.location}</Verbatim>
          </Fact>
          <Fact name={t('resources.detail.models')}>
            {metadata.models.length === 0
              ? t('resources.detail.none')
              : metadata.models.map((model) => <Verbatim key={model}>{model}</Verbatim>)}
          </Fact>
          {metadata.parallelism !== null && (
            <Fact name={t('resources.detail.parallelism')}>{format.number(metadata.parallelism)}</Fact>
          )}
          {metadata.sizeBytes !== null && (
            <Fact name={t('resources.detail.size')}>{format.bytes(metadata.sizeBytes)}</Fact>
          )}
        </Facts>
      )
  }
}
