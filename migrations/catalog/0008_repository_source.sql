-- A repository is identified by its source as well as by its name: an upload never replaces a repository from a host.
DROP INDEX repository_name;
CREATE UNIQUE INDEX repository_name ON repository (owner, source ->> 'kind', name) WHERE removed_at IS NULL;
