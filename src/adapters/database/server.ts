import { Client } from 'pg';
import type { Database } from './index.ts';
import { DatabaseStartError } from './start-error.ts';

const OLDEST_MAJOR = 15;

/**
 * Opens the server that `DATABASE_URL` names. It is somebody else's, so it is only looked at and never stopped.
 * @throws {DatabaseStartError} when it does not answer within 10 s, is older than PostgreSQL 15 or not UTF-8.
 */
export async function openServer(url: string): Promise<Database> {
  const version = await inspect(url);
  return {
    kind: 'server',
    connection: { connectionString: url },
    describe: `PostgreSQL ${version} at ${withoutSecrets(url)}`,
    stop: async () => {},
  };
}

async function inspect(url: string): Promise<string> {
  let client: Client | null = null;
  try {
    // The constructor reads the address and throws on a malformed one.
    client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query<{ number: number; version: string; encoding: string }>(
      `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
              current_setting('server_encoding') as encoding`,
    );
    const found = rows[0]!;
    if (Math.floor(found.number / 10_000) < OLDEST_MAJOR) {
      throw new DatabaseStartError(
        'unsupported_server',
        `DATABASE_URL points at PostgreSQL ${found.version}; version ${OLDEST_MAJOR} or newer is needed. ` +
          'Upgrade the server, or unset DATABASE_URL to use the embedded one.',
      );
    }
    if (found.encoding !== 'UTF8') {
      throw new DatabaseStartError(
        'unsupported_server',
        `DATABASE_URL points at a database in ${found.encoding}; create one with "encoding 'UTF8'".`,
      );
    }
    return found.version;
  } catch (error) {
    if (error instanceof DatabaseStartError) throw error;
    throw new DatabaseStartError(
      'not_running',
      `The server of DATABASE_URL (${withoutSecrets(url)}) cannot be used: ${reason(error)}. ` +
        'Check the address, or unset DATABASE_URL to use the embedded one.',
      { cause: error },
    );
  } finally {
    await client?.end().catch(() => {});
  }
}

function withoutSecrets(url: string): string {
  if (!URL.canParse(url)) return 'not an address';
  const { protocol, host, pathname, searchParams } = new URL(url);
  return `${protocol}//${host || (searchParams.get('host') ?? '')}${pathname}`;
}

function reason(error: unknown): string {
  // Node gathers the attempts on several addresses under one error with an empty message.
  if (error instanceof AggregateError) return error.errors.map(reason).join('; ');
  return error instanceof Error ? error.message : String(error);
}
