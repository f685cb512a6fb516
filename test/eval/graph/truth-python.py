"""Writes the definitions, calls and imports of a Python repository. `ast` parses the code, and scope and import rules resolve bare names
and members of modules. jedi resolves the receivers that these rules do not cover.

Run: python3 truth-python.py <repository folder>   (jedi on PYTHONPATH; without it such receivers stay unknown)
Out: JSON lines on stdout, in the format of truth.ts.
"""

import ast
import json
import os
import subprocess
import sys
from collections import defaultdict

try:
    import jedi
except ImportError:
    jedi = None

root = os.path.realpath(sys.argv[1])
listed = subprocess.run(["git", "-C", root, "ls-files", "*.py", "*.pyi"], capture_output=True, text=True, check=True)
paths = sorted(listed.stdout.split())


def emit(record, **fields):
    print(json.dumps({"record": record, **fields}))


class Scope:
    """The names that a module, class, function or comprehension binds. In a module the last binding wins, as at runtime."""

    def __init__(self, kind, parent, module, node=None):
        self.kind, self.parent, self.module, self.node = kind, parent, module, node
        self.names = defaultdict(list)
        self.stars = []
        self.outer_names = set()

    def enclosing_definition(self):
        scope = self
        while scope is not None and scope.kind not in ("function", "class"):
            scope = scope.parent
        return None if scope is None else {"name": scope.node.name, "line": scope.node.name_line}


class Module:
    def __init__(self, path, text):
        self.path, self.text, self.lines = path, text, text.split("\n")
        self.tree = ast.parse(text)
        self.is_package = os.path.basename(path).startswith("__init__.")
        self.scope = Scope("module", None, self)
        self.calls = []
        self.imports = []
        self.from_imports = []

    def note_import(self, line, target, required=True):
        if target is not None and not target.endswith("/"):
            self.imports.append({"path": self.path, "line": line, "target": target, "required": required})


# --- module paths ------------------------------------------------------------------------------------------------------------

package_folders = {os.path.dirname(p) for p in paths if os.path.basename(p) == "__init__.py"}


def find_import_root(path):
    """Returns the folder at which a file's dotted name starts: the first parent that is not a package."""
    folder = os.path.dirname(path)
    while folder in package_folders:
        folder = os.path.dirname(folder)
    return folder


import_roots = sorted({"", "src"} | {find_import_root(p) for p in paths if os.path.dirname(p) in package_folders})
known_paths = set(paths)
folders = {os.path.dirname(p) for p in paths}
for folder in list(folders):
    while folder:
        folder = os.path.dirname(folder)
        folders.add(folder)


def find_module_below(base, dotted):
    """Returns the path of a module below a folder: its file, its package, or its folder with `/` for a namespace package."""
    below = os.path.join(base, *dotted) if dotted else base
    for path in (below + ".py", os.path.join(below, "__init__.py"), below + ".pyi", os.path.join(below, "__init__.pyi")):
        if path in known_paths:
            return path
    return below + "/" if below in folders and dotted else None


def find_module(importer, dotted):
    if dotted[0] in sys.stdlib_module_names:
        return None
    own_folder = os.path.dirname(importer)
    # Python searches the folder of a script, but not that of a module in a package.
    base_folders = [find_import_root(importer), *([] if own_folder in package_folders else [own_folder]), "", "src"]
    for base in base_folders:
        found = find_module_below(base, dotted)
        if found is not None:
            return found
    other_matches = [find_module_below(base, dotted) for base in import_roots if base not in base_folders]
    other_matches = [found for found in other_matches if found is not None and not found.endswith("/")]
    return other_matches[0] if len(set(other_matches)) == 1 else None


def find_relative(importer, level, dotted):
    folder = os.path.dirname(importer)
    for _ in range(level - 1):
        folder = os.path.dirname(folder)
    if dotted:
        return find_module_below(folder, dotted)
    return next((p for p in (os.path.join(folder, "__init__.py"), os.path.join(folder, "__init__.pyi")) if p in known_paths), folder + "/")


def find_submodule(module_path, name):
    if module_path.endswith("/"):
        return find_module_below(module_path[:-1], [name])
    return find_module_below(os.path.dirname(module_path), [name]) if os.path.basename(module_path).startswith("__init__.") else None


# --- reading one file --------------------------------------------------------------------------------------------------------


class Reader(ast.NodeVisitor):
    def __init__(self, module):
        self.module, self.scope = module, module.scope
        self.decorated = None

    def bind(self, name, binding):
        self.scope.names[name].append(binding)

    def visit_in_scope(self, scope, nodes):
        before, self.scope = self.scope, scope
        for node in nodes:
            self.visit(node)
        self.scope = before

    def visit_FunctionDef(self, node):
        self.define(node, "function")
        decorated, self.decorated = self.decorated, node
        for decorator in node.decorator_list:
            self.visit(decorator)
        self.decorated = decorated
        arguments = node.args
        for outer_node in [*arguments.defaults, *(d for d in arguments.kw_defaults if d), *([node.returns] if node.returns else [])]:
            self.visit(outer_node)
        scope = Scope("function", self.scope, self.module, node)
        all_arguments = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
        for index, argument in enumerate(a for a in all_arguments if a is not None):
            is_self = index == 0 and self.scope.kind == "class" and argument.arg in ("self", "cls")
            scope.names[argument.arg].append(("self", self.scope) if is_self else ("value",))
            if argument.annotation is not None:
                self.visit(argument.annotation)
        self.visit_in_scope(scope, node.body)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_ClassDef(self, node):
        self.define(node, "class")
        decorated, self.decorated = self.decorated, node
        for outer_node in [*node.decorator_list, *node.bases, *(k.value for k in node.keywords)]:
            self.visit(outer_node)
        self.decorated = decorated
        scope = Scope("class", self.scope, self.module, node)
        node.scope = scope
        self.visit_in_scope(scope, node.body)

    def define(self, node, kind):
        line = node.lineno
        while node.name not in self.module.lines[line - 1]:
            line += 1
        node.name_line = line
        if kind == "function" and self.scope.kind == "class":
            kind = "method"
        self.bind(node.name, ("definition", self.module, node))
        start = min([line, *(d.lineno for d in node.decorator_list)])
        emit("definition", path=self.module.path, name=node.name, kind=kind, line=line, startLine=start,
             nested=self.scope.enclosing_definition() is not None and self.scope.kind != "class")

    def visit_Lambda(self, node):
        scope = Scope("lambda", self.scope, self.module, node)
        for argument in ast.walk(node.args):
            if isinstance(argument, ast.arg):
                scope.names[argument.arg].append(("value",))
        for default in [*node.args.defaults, *(d for d in node.args.kw_defaults if d)]:
            self.visit(default)
        self.visit_in_scope(scope, [node.body])

    def visit_comprehension_scope(self, node):
        self.visit_in_scope(Scope("comprehension", self.scope, self.module, node), list(ast.iter_child_nodes(node))[::-1])

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = visit_comprehension_scope

    def visit_Name(self, node):
        if not isinstance(node.ctx, ast.Load) and node.id not in self.scope.outer_names:
            self.bind(node.id, ("value",))

    def visit_Assign(self, node):
        self.generic_visit(node)
        if self.scope.kind in ("module", "class"):
            for target in node.targets:
                self.define_variable(target)

    def visit_AnnAssign(self, node):
        self.generic_visit(node)
        if self.scope.kind in ("module", "class"):
            self.define_variable(node.target)

    def define_variable(self, target):
        if isinstance(target, ast.Name):
            kind = "variable" if self.scope.kind == "module" else "property"
            emit("definition", path=self.module.path, name=target.id, kind=kind, line=target.lineno, startLine=target.lineno,
                 nested=target.col_offset > 0 and kind == "variable")

    def visit_ExceptHandler(self, node):
        if node.name:
            self.bind(node.name, ("value",))
        self.generic_visit(node)

    def visit_Global(self, node):
        self.scope.outer_names.update(node.names)

    visit_Nonlocal = visit_Global

    def visit_Import(self, node):
        for alias in node.names:
            dotted = alias.name.split(".")
            target = find_module(self.module.path, dotted)
            self.module.note_import(node.lineno, target)
            if alias.asname is not None:
                self.bind(alias.asname, ("module", target))
            else:
                self.bind(dotted[0], ("module", find_module(self.module.path, dotted[:1])))

    def visit_ImportFrom(self, node):
        dotted = node.module.split(".") if node.module else []
        importer = self.module.path
        target = find_relative(importer, node.level, dotted) if node.level else find_module(importer, dotted)
        for alias in node.names:
            if alias.name == "*":
                self.scope.stars.append(target)
            else:
                self.bind(alias.asname or alias.name, ("imported", target, alias.name))
        self.module.from_imports.append((node, target))

    def visit_Call(self, node):
        self.module.calls.append((node, self.scope, self.decorated, False))
        self.generic_visit(node)


def binds_otherwise(path, name):
    """Returns whether a package binds a name to something other than its submodule of that name."""
    scope = modules_by_path[path].scope if path in modules_by_path else None
    bindings = [] if scope is None else scope.names.get(name, [])
    return any(binding != ("imported", path, name) for binding in bindings)


def note_from_import(module, node, target):
    """Notes the imports of `from a import b`: the file of `a.b` if that is a module, otherwise the file of `a`."""
    needs_module = False
    for alias in node.names:
        below = None if target is None or alias.name == "*" else find_submodule(target, alias.name)
        if below is None or binds_otherwise(target, alias.name):
            needs_module = True
        else:
            module.note_import(alias.lineno, below)
    module.note_import(node.lineno, target, required=needs_module)


modules_by_path = {}
skipped = []


def read_all():
    for path in paths:
        try:
            with open(os.path.join(root, path), encoding="utf-8") as file:
                modules_by_path[path] = Module(path, file.read())
        except (SyntaxError, UnicodeDecodeError) as error:
            skipped.append(f"{path}: {error}")
    for module in modules_by_path.values():
        Reader(module).visit(module.tree)
    for module in modules_by_path.values():
        for node, target in module.from_imports:
            note_from_import(module, node, target)


# --- name resolution --------------------------------------------------------------------------------------------------------
# A name resolves to one of: ("definition", module, node) · ("module", path | None) · ("instance", class entity) · ("value",) unknown · ("outside",)


def member_of_module(path, name, seen=frozenset()):
    if path is None:
        return ("outside",)
    if (path, name) in seen:
        return None
    module = modules_by_path.get(path)
    if module is not None:
        found = [resolve_binding(binding, seen | {(path, name)}) for binding in module.scope.names.get(name, [])]
        found = [entity for entity in found if entity is not None]
        best = [entity for entity in found if entity[0] in ("definition", "module")]
        if found:
            return (best or found)[-1]
        for star in module.scope.stars:
            member = member_of_module(star, name, seen | {(path, name)})
            if member is not None and member[0] == "definition":
                return member
    below = find_submodule(path, name)
    return None if below is None else ("module", below)


def resolve_binding(binding, seen=frozenset()):
    if binding[0] == "imported":
        return member_of_module(binding[1], binding[2], seen)
    if binding[0] == "module" and binding[1] is None:
        return ("outside",)
    if binding[0] == "self":
        return ("instance", ("definition", binding[1].module, binding[1].node))
    return binding


def lookup(scope, name):
    start = scope
    while scope is not None:
        visible = scope.kind != "class" or scope is start
        if visible and name in scope.names and name not in scope.outer_names:
            found = [resolve_binding(binding) for binding in scope.names[name]]
            if scope.kind == "module":
                return member_of_module(scope.module.path, name)
            return found[0] if len(found) == 1 else ("one of", [entity for entity in found if entity is not None])
        if scope.kind == "module":
            return member_of_module(scope.module.path, name) if scope.stars else ("outside",)
        scope = scope.parent
    return None


def member_of_class(entity, name, seen=()):
    _, module, node = entity
    if not isinstance(node, ast.ClassDef) or node in seen:
        return None
    scope = node.scope
    if name in scope.names:
        found = [resolve_binding(binding) for binding in scope.names[name]]
        return found[-1]
    for base in node.bases:
        if isinstance(base, ast.Subscript):
            base = base.value
        parent = evaluate(base, scope.parent)
        if parent is not None and parent[0] == "definition":
            found = member_of_class(parent, name, (*seen, node))
            if found is not None:
                return found
    return None


def evaluate(node, scope):
    if isinstance(node, ast.Name):
        return lookup(scope, node.id)
    if isinstance(node, ast.Attribute):
        base = evaluate(node.value, scope)
        if base is None or base[0] in ("value", "one of"):
            return None
        if base[0] == "outside":
            return ("outside",)
        if base[0] == "module":
            return member_of_module(base[1], node.attr)
        entity = base[1] if base[0] == "instance" else base
        return member_of_class(entity, node.attr)
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Name) and node.func.id == "super" and not node.args:
            while scope is not None and scope.kind != "class":
                scope = scope.parent
            return None if scope is None else ("super", scope)
        called = evaluate(node.func, scope)
        if called is not None and called[0] == "definition" and isinstance(called[2], ast.ClassDef):
            return ("instance", called)
    return None


def evaluate_callee(node, scope):
    if isinstance(node, ast.Attribute):
        base = evaluate(node.value, scope)
        if base is not None and base[0] == "super":
            for written in base[1].node.bases:
                parent = evaluate(written, base[1].parent)
                found = member_of_class(parent, node.attr) if parent is not None and parent[0] == "definition" else ("outside",)
                if found is not None:
                    return found
            return None
    return evaluate(node, scope)


# --- calls -------------------------------------------------------------------------------------------------------------------

definition_names = set()
definition_lines = {}
class_lines = defaultdict(set)
jedi_scripts = {}
# The repository's own folders come first, since a package of the same name may be installed.
project = jedi.Project(root, sys_path=[*(os.path.join(root, r) for r in import_roots), *sys.path], smart_sys_path=False) if jedi else None


def resolve_with_jedi(module, line, column):
    """Returns definitions, "outside", or None if jedi cannot resolve the name."""
    if project is None:
        return None
    script = jedi_scripts.get(module.path)
    if script is None:
        jedi_scripts.clear()
        script = jedi_scripts[module.path] = jedi.Script(module.text, path=os.path.join(root, module.path), project=project)
    try:
        names = script.goto(line, column, follow_imports=True)
    except Exception:  # jedi may raise any exception
        return None
    found = []
    for name in names:
        if name.module_path is None:
            return "outside"
        path = os.path.relpath(os.path.realpath(name.module_path), root)
        if path not in known_paths:
            return "outside"
        if (path, name.line) in definition_lines and name.type in ("function", "class", "property"):
            found.append({"path": path, "line": name.line, "name": name.name})
    return found or None


def find_callee(node):
    """Returns the callee of a call: `Name` for `Name[int]()`."""
    return node.func.value if isinstance(node.func, ast.Subscript) and isinstance(node.func.value, ast.Name) else node.func


def resolve_call(module, node, scope):
    callee = find_callee(node)
    entity = evaluate_callee(callee, scope)
    if entity is not None and entity[0] == "definition":
        target = entity[2]
        return [{"path": entity[1].path, "line": target.name_line, "name": target.name}], "rules"
    if entity is not None and entity[0] == "outside":
        return None, "elsewhere"
    if entity is not None and entity[0] == "one of":
        possible_targets = [candidate for candidate in entity[1] if candidate[0] == "definition"]
        return None, f"unknown {possible_targets[0][2].name}" if possible_targets else "elsewhere"
    name = callee.attr if isinstance(callee, ast.Attribute) else getattr(callee, "id", None)
    if name not in definition_names:
        return None, "elsewhere"
    column = callee.end_col_offset - len(name.encode())
    line_bytes = module.lines[callee.end_lineno - 1].encode()
    resolved = resolve_with_jedi(module, callee.end_lineno, len(line_bytes[:column].decode()))
    if resolved == "outside":
        return None, "elsewhere"
    if resolved is not None:
        return resolved, "jedi"
    # A called parameter or variable may contain any function, even if it has the name of one.
    return None, "unknown" if isinstance(callee, ast.Attribute) else "elsewhere"


def write_calls():
    for module in modules_by_path.values():
        for node in ast.walk(module.tree):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                definition_names.add(node.name)
                if isinstance(node, ast.ClassDef):
                    class_lines[module.path].add(node.name_line)
                definition_lines[(module.path, node.name_line)] = node
    for module in modules_by_path.values():
        for node, scope, decorated, _ in module.calls:
            callee = find_callee(node)
            if not isinstance(callee, (ast.Name, ast.Attribute)):
                continue
            name = callee.attr if isinstance(callee, ast.Attribute) else callee.id
            to, how = resolve_call(module, node, scope)
            if isinstance(node.func, ast.Subscript) and not any(position["line"] in class_lines.get(position["path"], ()) for position in to or []):
                continue
            if how.startswith("unknown "):
                # The name has several bindings, one of them a definition: the call may target it.
                name, how = how.removeprefix("unknown "), "unknown"
            if to is None and name not in definition_names:
                continue
            caller = scope.enclosing_definition()
            also = [{"name": decorated.name, "line": decorated.name_line}] if decorated is not None else []
            emit("call", path=module.path, line=callee.end_lineno, startLine=node.lineno, name=name, to=to, how=how,
                 form="attribute" if isinstance(callee, ast.Attribute) else "bare", caller=caller, also=also)
        for record in module.imports:
            if record["target"] != module.path:
                emit("import", **record)


read_all()
write_calls()
emit("about", language="python", files=len(modules_by_path), skipped=skipped, tool="ast" + (" and jedi" if jedi else ""))
