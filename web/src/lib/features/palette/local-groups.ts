/** The entries of the palette that need no request: pages, actions, repositories, conversations and the typed question. */
import type { Repository } from '../../api.ts';
import { newChatPath } from '../ask/conversation/new-chat-path.ts';
import { listedConversationPath, type ListedConversation } from '../conversations/listed-conversation.ts';
import { shortName } from '../repositories/short-name.ts';
import { repositoryPages } from '../repositories/repository-pages.ts';
import { allSearchPath } from '../search/all-search-path.ts';
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts';

interface PaletteActions {
  readonly toggleTheme: () => void;
  readonly toggleSidebar: () => void;
  readonly showShortcuts: () => void;
}

interface PaletteContext {
  readonly repository: Pick<Repository, 'id' | 'name' | 'source'> | null;
  /** The selected version; null for the default. */
  readonly version: string | null;
  readonly repositories: readonly Pick<Repository, 'id' | 'name' | 'ref'>[];
  readonly conversations: readonly Pick<
    ListedConversation,
    'id' | 'repositoryId' | 'repositoryName' | 'title'
  >[];
  readonly actions: PaletteActions;
}

export function localGroups(context: PaletteContext): readonly PaletteGroup[] {
  const { repository, version, repositories, conversations } = context;
  return [
    {
      heading: repository === null ? 'Pages' : `Pages of ${repository.name}`,
      entries: [...(repository === null ? [] : listPages(repository, version)), home, guides, settings],
    },
    { heading: 'Actions', entries: listActions(context) },
    {
      heading: 'Repositories',
      isForgiving: true,
      entries: repositories
        .filter(({ id }) => id !== repository?.id)
        .map(({ id, name, ref }) => ({
          id: `repository:${id}`,
          label: shortName(name),
          ...(ref === null ? {} : { detail: ref }),
          icon: 'folder',
          to: `/r/${encodeURIComponent(id)}`,
        })),
    },
    {
      heading: 'Conversations',
      entries: conversations.map((conversation) => ({
        id: `conversation:${conversation.repositoryId}/${conversation.id}`,
        label: conversation.title,
        detail: conversation.repositoryName,
        icon: 'chat',
        to: listedConversationPath(conversation),
      })),
    },
  ];
}

/** The group with the entry that asks the typed text as a question. */
export function askGroup(
  {
    repository,
    version,
  }: { readonly repository: Pick<Repository, 'id' | 'name'>; readonly version: string | null },
  typedText: string,
): PaletteGroup {
  const question = typedText.trim();
  return {
    heading: `Ask ${repository.name}`,
    entries: [
      {
        id: 'ask',
        label: `Ask: ${question}`,
        icon: 'ask',
        to: newChatPath(repository.id, question, version),
      },
    ],
  };
}

/** The group with the entry that searches all repositories for the typed text. */
export function searchAllGroup(typedText: string): PaletteGroup {
  const to = allSearchPath(typedText);
  return {
    heading: 'Search',
    entries: [
      { id: 'search-all', label: `Search all repositories: ${typedText.trim()}`, icon: 'search', to },
    ],
  };
}

const home: PaletteEntry = { id: 'page:/', label: 'All repositories', icon: 'folder', to: '/' };
const guides: PaletteEntry = { id: 'page:/docs', label: 'Guides', icon: 'book', to: '/docs' };
const settings: PaletteEntry = { id: 'page:/settings', label: 'Settings', icon: 'settings', to: '/settings' };

function listPages(
  repository: Pick<Repository, 'id' | 'source'>,
  version: string | null,
): readonly PaletteEntry[] {
  const icons = {
    Ask: 'ask',
    Files: 'file',
    Search: 'search',
    Graph: 'graph',
    History: 'history',
    Overview: 'outline',
    Status: 'check',
  } as const;
  return repositoryPages(repository, version).map(({ label, href }) => ({
    id: `page:${href}`,
    label,
    icon: icons[label],
    to: href,
  }));
}

function listActions({ repository, version, actions }: PaletteContext): readonly PaletteEntry[] {
  return [
    {
      id: 'action:new-chat',
      label: 'New chat',
      icon: 'add',
      to: repository === null ? '/' : newChatPath(repository.id, '', version),
    },
    {
      id: 'action:theme',
      label: 'Switch between light and dark theme',
      icon: 'sun',
      to: actions.toggleTheme,
    },
    { id: 'action:sidebar', label: 'Show or hide the sidebar', icon: 'sidebar', to: actions.toggleSidebar },
    { id: 'action:shortcuts', label: 'Keyboard shortcuts', icon: 'more', to: actions.showShortcuts },
  ];
}
