-- A repository is identified by where it comes from as well as by its name: an upload never takes the place of a host's repository.
DROP INDEX repository_name;
CREATE UNIQUE INDEX repository_name ON repository (owner, source ->> 'kind', name) WHERE removed_at IS NULL;
